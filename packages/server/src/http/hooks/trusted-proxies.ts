import type { FastifyInstance } from "fastify"
import type { ServiceContext } from "../../service/service-context.ts"

/** What the framework is told about proxies: whose `X-Forwarded-*` headers count. */
export function trustedProxies({ settings }: Pick<ServiceContext, "settings">): { trustProxy?: string[] } {
  const { LECTERN_TRUSTED_PROXIES: proxies } = settings
  return proxies.length === 0 ? {} : { trustProxy: proxies }
}

/**
 * Takes the country away that somebody else than a trusted proxy names. Without a list of proxies the header counts
 * as it is: setting its name says that every request comes through one.
 */
export function dropForeignCountries(app: FastifyInstance, { settings }: Pick<ServiceContext, "settings">): void {
  const header = settings.LECTERN_COUNTRY_HEADER?.toLowerCase()
  if (header === undefined || settings.LECTERN_TRUSTED_PROXIES.length === 0) return
  app.addHook("onRequest", async (request) => {
    // The list of addresses goes on beyond the peer only where the peer is trusted.
    const isFromProxy = (request.ips?.length ?? 0) > 1
    if (!isFromProxy) delete request.headers[header]
  })
}
