import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"
import { InternalFailure } from "../../base/errors.ts"
import type { KeyRing, RingKey } from "./key-ring.ts"

const ALGORITHM = "aes-256-gcm"
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * First word of a sealed text. After `v2` comes the id of the key, then the bytes; texts of the time before there was a
 * ring have `v1` and no id.
 */
const VERSION_WORD = "v2"
const FIRST_VERSION_WORD = "v1"

/** Keeps secrets of others, such as access tokens, unreadable at rest. */
export interface SecretBox {
  /** @returns text that can be stored; sealing the same secret twice gives different texts. */
  seal(secret: string): string
  /** @throws {SecretUnreadable} when the text was sealed with a key that is not in the ring, or was changed. */
  unseal(sealed: string): string
  /** Tells whether a text was sealed with the key that seals now. */
  isCurrent(sealed: string): boolean
}

/** Reports a stored secret that no key opens. Who gave it can give it again. */
export class SecretUnreadable extends InternalFailure {}

/** Makes a sealer with AES-256-GCM; the first key of the ring seals, all of them open. */
export function createSecretBox(ring: KeyRing): SecretBox {
  return {
    seal(secret) {
      const [{ id, bytes }] = ring.keys()
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, bytes, nonce)
      const body = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()])
      return `${VERSION_WORD}.${id}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url")}`
    },
    unseal(sealed) {
      const { keyId, bytes } = take(sealed)
      const keys = ring.keys().filter(({ id }) => keyId === undefined || keyId === id)
      for (const key of keys) {
        const secret = open(bytes, key)
        if (secret !== undefined) return secret
      }
      const missing = keyId === undefined ? "its encryption key" : `the key ${keyId}`
      throw new SecretUnreadable(
        keys.length > 0 && keyId !== undefined
          ? "cannot decrypt a stored secret: it was modified. Enter the secret again"
          : `cannot decrypt a stored secret: ${missing} is neither in LECTERN_ENCRYPTION_KEY nor in the data directory. Restore the key, or enter the secret again`,
      )
    },
    isCurrent: (sealed) => sealed.startsWith(`${VERSION_WORD}.${ring.keys()[0].id}.`),
  }
}

function take(sealed: string): { readonly keyId: string | undefined; readonly bytes: Buffer } {
  const words = sealed.split(".")
  const [version, ...rest] = words
  const [keyId, text = ""] = version === FIRST_VERSION_WORD ? [undefined, ...rest] : rest
  const bytes = Buffer.from(text, "base64url")
  const isKnown = version === FIRST_VERSION_WORD ? words.length === 2 : version === VERSION_WORD && words.length === 3
  if (!isKnown || bytes.length < NONCE_BYTES + TAG_BYTES) {
    throw new SecretUnreadable("cannot decrypt a stored secret: it is damaged. Enter the secret again")
  }
  return { keyId, bytes }
}

/** @returns undefined when the key does not fit or the bytes were changed. */
function open(bytes: Buffer, key: RingKey): string | undefined {
  try {
    const decipher = createDecipheriv(ALGORITHM, key.bytes, bytes.subarray(0, NONCE_BYTES))
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    const body = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([body, decipher.final()]).toString("utf8")
  } catch {
    return undefined
  }
}
