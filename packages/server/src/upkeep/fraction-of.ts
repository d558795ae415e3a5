import { createHash } from "node:crypto"

/** Returns a number from 0 to 1 that is always the same for the same library, to spread work over time. */
export function fractionOf(libraryKey: string): number {
  return createHash("sha256").update(libraryKey).digest().readUInt32BE(0) / 2 ** 32
}
