/** Loaded on demand: few requests check a password, and loading the native module takes a 20th of the CPU time of a start. */
const argon2 = () => import("@node-rs/argon2")

/** Cost of argon2id as recommended by OWASP: 19 MiB, two passes, one lane; about 30 ms outside of the event loop. */
const ARGON2ID_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes a password with argon2id and a random salt. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await argon2()
  return await hash(password.normalize("NFC"), ARGON2ID_COST)
}

/** Returns true if a password matches a hash; false for an invalid hash. */
export async function isPasswordOf(passwordHash: string, password: string): Promise<boolean> {
  const { verify } = await argon2()
  try {
    return await verify(passwordHash, password.normalize("NFC"))
  } catch {
    // An account without a usable hash accepts no password.
    return false
  }
}
