import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto"

const TOKEN_BYTES = 32
/** A signature of 128 bits: it only keeps made-up tokens away from the database, which knows the real ones. */
const SIGNATURE_BYTES = 16

/** Makes secrets that this instance recognises as its own before it looks them up. */
export interface TokenSigner {
  /** @returns a new random token with its signature, of the form `<43 characters>.<22 characters>`. */
  make(): string
  /** Tells whether a token was made with this key. */
  isOwn(token: string): boolean
}

/**
 * Makes a signer whose key is derived from the encryption key.
 *
 * @param purpose tokens of one purpose do not pass for those of another.
 */
export function createTokenSigner(encryptionKey: Uint8Array, purpose: string): TokenSigner {
  const key = Buffer.from(hkdfSync("sha256", encryptionKey, "", `lectern ${purpose}`, 32))
  const sign = (text: string) => createHmac("sha256", key).update(text).digest().subarray(0, SIGNATURE_BYTES)
  return {
    make() {
      const text = randomBytes(TOKEN_BYTES).toString("base64url")
      return `${text}.${sign(text).toString("base64url")}`
    },
    isOwn(token) {
      const [text = "", signature = "", ...rest] = token.split(".")
      const given = Buffer.from(signature, "base64url")
      return rest.length === 0 && given.length === SIGNATURE_BYTES && timingSafeEqual(given, sign(text))
    },
  }
}
