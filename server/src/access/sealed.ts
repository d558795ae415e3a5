import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"
import { InternalFailure } from "../base/errors.ts"

const ALGORITHM = "aes-256-gcm"
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/** First word of a sealed text; a later way of sealing gets another. */
const VERSION_WORD = "v1"

/** Keeps secrets of others, such as access tokens, unreadable at rest. */
export interface Sealer {
  /** @returns text that can be stored; sealing the same secret twice gives different texts. */
  seal(secret: string): string
  /** @throws {InternalFailure} when the text was not sealed with this key or was changed. */
  unseal(sealed: string): string
}

/**
 * Makes a sealer with AES-256-GCM.
 *
 * @param key exactly 32 bytes.
 */
export function createSealer(key: Uint8Array): Sealer {
  if (key.length !== KEY_BYTES) throw new InternalFailure(`an encryption key has ${KEY_BYTES} bytes, got ${key.length}`)
  return {
    seal(secret) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce)
      const body = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()])
      return `${VERSION_WORD}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url")}`
    },
    unseal(sealed) {
      const [version, text] = sealed.split(".")
      const bytes = Buffer.from(text ?? "", "base64url")
      if (version !== VERSION_WORD || bytes.length < NONCE_BYTES + TAG_BYTES) {
        throw new InternalFailure("a stored secret cannot be read: it is damaged")
      }
      try {
        const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES))
        decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
        const body = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
        return Buffer.concat([body, decipher.final()]).toString("utf8")
      } catch (cause) {
        throw new InternalFailure(
          "a stored secret cannot be read: LECTERN_ENCRYPTION_KEY is not the one it was sealed with",
          { cause },
        )
      }
    },
  }
}
