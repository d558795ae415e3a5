import { hash, verify } from "@node-rs/argon2"

/** Cost of argon2id as OWASP recommends it: 19 MiB, two passes, one lane; about 30 ms off the event loop. */
const ARGON2ID_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes a password with argon2id and a random salt. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFC"), ARGON2ID_COST)
}

/** Tells whether a password belongs to a hash; false for a hash that cannot be read. */
export async function isPasswordOf(passwordHash: string, password: string): Promise<boolean> {
  try {
    return await verify(passwordHash, password.normalize("NFC"))
  } catch {
    // An account without a usable hash has no password that fits.
    return false
  }
}
