import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto"
import type { KeyRing, RingKey } from "./key-ring.ts"

const TOKEN_BYTES = 32
/** A signature of 128 bits is enough: it only filters out made-up tokens before the database lookup, which decides. */
const SIGNATURE_BYTES = 16

/** Creates tokens that this instance recognises as its own before it looks them up. */
export interface TokenSigner {
  /** @returns a new random token with its signature, of the form `<43 characters>.<22 characters>`. */
  make(): string
  /** Returns true if a token was created with a key of the ring. */
  isOwn(token: string): boolean
}

/**
 * Creates a signer whose keys are derived from those of the ring: the first one signs, and tokens of all of them are
 * recognised.
 *
 * @param purpose tokens of one purpose are not valid for another.
 */
export function createTokenSigner(ring: KeyRing, purpose: string): TokenSigner {
  const derivedById = new Map<string, Uint8Array>()
  function derive({ id, bytes }: RingKey): Uint8Array {
    const known = derivedById.get(id)
    if (known !== undefined) return known
    const derived = new Uint8Array(hkdfSync("sha256", bytes, "", `lectern ${purpose}`, 32))
    derivedById.set(id, derived)
    return derived
  }
  const sign = (text: string, key: RingKey) =>
    createHmac("sha256", derive(key)).update(text).digest().subarray(0, SIGNATURE_BYTES)
  return {
    make() {
      const text = randomBytes(TOKEN_BYTES).toString("base64url")
      return `${text}.${sign(text, ring.keys()[0]).toString("base64url")}`
    },
    isOwn(token) {
      const [text = "", signature = "", ...rest] = token.split(".")
      const given = Buffer.from(signature, "base64url")
      if (rest.length > 0 || given.length !== SIGNATURE_BYTES) return false
      return ring.keys().some((key) => timingSafeEqual(given, sign(text, key)))
    },
  }
}
