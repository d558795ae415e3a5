import { AddressRefused } from "./errors.ts"
import type { Outgoing } from "./outgoing.ts"
import { type AddressGuard, makeAddressGuard } from "./address-guard.ts"

/** All networks, because a server that the settings name is often on a private one. */
const ANYWHERE = ["0.0.0.0/0", "::/0"]

/**
 * Creates a guard that allows only one origin, on any network. It is for services that the settings name, such as a
 * model server, and never for a URL from a user or a document.
 *
 * @param base URL whose scheme, host and port are allowed.
 * @throws {AddressRefused} if the URL is invalid, is not http or https, or contains a user name or password.
 */
export function makeTrustedOriginGuard(base: string, outgoing?: Outgoing): AddressGuard {
  const anywhere = makeAddressGuard({ privateNetworks: ANYWHERE, ...(outgoing === undefined ? {} : { outgoing }) })
  const { origin, hostname } = anywhere.assertUrlAllowed(base)
  return {
    outgoing: anywhere.outgoing,
    isAllowed: (address) => anywhere.isAllowed(address),
    assertUrlAllowed(given) {
      const url = anywhere.assertUrlAllowed(given)
      if (url.origin !== origin) {
        throw new AddressRefused(`${url.host} is not ${new URL(origin).host}, the only address that is allowed`)
      }
      return url
    },
    async resolveHost(name, signal) {
      if (name !== hostname) throw new AddressRefused(`${name} is not ${hostname}, the only host allowed here`)
      return anywhere.resolveHost(name, signal)
    },
  }
}
