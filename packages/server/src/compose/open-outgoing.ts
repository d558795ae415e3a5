import { asError } from "../base/errors.ts"
import { BadSettings, type Settings } from "../config/settings.ts"
import { makeOutgoing, type Outgoing } from "../net/outgoing.ts"
import { trustAlso } from "../net/trusted-certificates.ts"

/**
 * Prepares the proxies and certificates of outgoing connections.
 *
 * @throws {BadSettings} if `LECTERN_CA_FILE` cannot be read.
 */
export function openOutgoing(settings: Settings): Outgoing {
  const { LECTERN_CA_FILE: caFile } = settings
  return makeOutgoing({
    http: settings.LECTERN_HTTP_PROXY,
    https: settings.LECTERN_HTTPS_PROXY,
    exceptions: settings.LECTERN_NO_PROXY,
    dns: settings.LECTERN_PROXY_DNS,
    trust: caFile === undefined ? undefined : readTrust(caFile),
  })
}

function readTrust(path: string) {
  try {
    return trustAlso(path, process.env)
  } catch (error) {
    throw new BadSettings([`LECTERN_CA_FILE: ${asError(error).message}`])
  }
}
