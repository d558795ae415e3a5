import { open as openDatabase, type CountryResponse } from "maxmind"
import { asError } from "../base/errors.ts"
import { BadSettings, type Settings } from "../config/settings.ts"
import { plainAddress } from "../net/client-address.ts"
import type { CountrySources } from "../service/usage/visitor.ts"

/** Addresses whose country is remembered. */
const MAX_REMEMBERED_ADDRESSES = 10_000

/**
 * Opens what the countries of clients are found by.
 *
 * @throws {BadSettings} when the database cannot be read.
 */
export async function openCountries(settings: Settings): Promise<CountrySources> {
  const { LECTERN_COUNTRY_HEADER: header, LECTERN_GEOIP_DB: path } = settings
  return { header: header?.toLowerCase(), lookUp: path === undefined ? undefined : await openLookUp(path) }
}

async function openLookUp(path: string): Promise<(address: string) => string | undefined> {
  try {
    const reader = await openDatabase<CountryResponse>(path, { cache: { max: MAX_REMEMBERED_ADDRESSES } })
    // A socket of both versions writes addresses of version 4 inside such of version 6, which not every database lists.
    return (address) => reader.get(plainAddress(address))?.country?.iso_code
  } catch (error) {
    throw new BadSettings([`LECTERN_GEOIP_DB: ${JSON.stringify(path)} cannot be read: ${asError(error).message}`])
  }
}
