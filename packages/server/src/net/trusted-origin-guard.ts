import { AddressRefused } from "./errors.ts"
import { type AddressGuard, makeAddressGuard } from "./address-guard.ts"

/** Every address: what an operator writes into the settings may lie on any network, their own most of all. */
const ANYWHERE = ["0.0.0.0/0", "::/0"]

/**
 * Makes a guard that lets requests go to one origin only, on whichever network that is. For services that the operator names
 * in the settings, such as a model server; never for an address that comes from a user or a document.
 *
 * @param base address whose scheme, host and port are allowed.
 * @throws {AddressRefused} when the address cannot be read, is not http or https, or carries a user or password.
 */
export function makeTrustedOriginGuard(base: string): AddressGuard {
  const anywhere = makeAddressGuard({ privateNetworks: ANYWHERE })
  const { origin, hostname } = anywhere.assertUrlAllowed(base)
  return {
    isAllowed: (address) => anywhere.isAllowed(address),
    assertUrlAllowed(given) {
      const url = anywhere.assertUrlAllowed(given)
      if (url.origin !== origin) {
        throw new AddressRefused(`${url.host} is not ${new URL(origin).host}, the only address allowed here`)
      }
      return url
    },
    async resolveHost(name, signal) {
      if (name !== hostname) throw new AddressRefused(`${name} is not ${hostname}, the only host allowed here`)
      return anywhere.resolveHost(name, signal)
    },
  }
}
