import type { FastifyInstance } from "fastify"
import type { ServiceContext } from "../../service/service-context.ts"

/** Returns the framework's setting for proxies whose `X-Forwarded-*` headers are trusted. */
export function trustedProxies({ settings }: Pick<ServiceContext, "settings">): { trustProxy?: string[] } {
  const { LECTERN_TRUSTED_PROXIES: proxies } = settings
  return proxies.length === 0 ? {} : { trustProxy: proxies }
}

/**
 * Removes a country header that no trusted proxy has set. Without a list of proxies, the header is always used:
 * configuring its name implies that every request comes through a proxy.
 */
export function dropForeignCountries(app: FastifyInstance, { settings }: Pick<ServiceContext, "settings">): void {
  const header = settings.LECTERN_COUNTRY_HEADER?.toLowerCase()
  if (header === undefined || settings.LECTERN_TRUSTED_PROXIES.length === 0) return
  app.addHook("onRequest", async (request) => {
    // The list contains more than the peer only if the peer is trusted.
    const isFromProxy = (request.ips?.length ?? 0) > 1
    if (!isFromProxy) delete request.headers[header]
  })
}
