import type { CountryResponse } from "maxmind"
import { asError } from "../base/errors.ts"
import { BadSettings, type Settings } from "../config/settings.ts"
import { plainAddress } from "../net/client-address.ts"
import type { CountrySources } from "../service/usage/meter/visitor.ts"

/** Maximum number of cached addresses. */
const MAX_CACHED_ADDRESSES = 10_000

/**
 * Opens the sources of clients' countries: the header and the database.
 *
 * @throws {BadSettings} if the database cannot be read.
 */
export async function openCountries(settings: Settings): Promise<CountrySources> {
  const { LECTERN_COUNTRY_HEADER: header, LECTERN_GEOIP_DB: path } = settings
  return { header: header?.toLowerCase(), lookUp: path === undefined ? undefined : await openLookUp(path) }
}

async function openLookUp(path: string): Promise<(address: string) => string | undefined> {
  try {
    const { open: openDatabase } = await import("maxmind")
    const reader = await openDatabase<CountryResponse>(path, { cache: { max: MAX_CACHED_ADDRESSES } })
    // A dual-stack socket reports IPv4 addresses as IPv4-mapped IPv6, which some databases do not contain.
    return (address) => reader.get(plainAddress(address))?.country?.iso_code
  } catch (error) {
    throw new BadSettings([`LECTERN_GEOIP_DB: cannot read ${JSON.stringify(path)}: ${asError(error).message}`])
  }
}
