import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"
import { InternalFailure } from "../../base/errors.ts"
import type { KeyRing, RingKey } from "./key-ring.ts"

const ALGORITHM = "aes-256-gcm"
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * First part of an encrypted text. `v2` is followed by the id of the key and the bytes; texts from before there was a
 * key ring start with `v1` and have no id.
 */
const VERSION_WORD = "v2"
const FIRST_VERSION_WORD = "v1"

/** Encrypts secrets such as access tokens for storage. */
export interface SecretBox {
  /** @returns text that can be stored; encrypting the same secret twice returns different texts. */
  seal(secret: string): string
  /** @throws {SecretUnreadable} if the text was encrypted with a key that is not in the ring, or was modified. */
  unseal(sealed: string): string
  /** Returns true if a text was encrypted with the current key. */
  isCurrent(sealed: string): boolean
}

/** Thrown if no key decrypts a stored secret. The user can enter the secret again. */
export class SecretUnreadable extends InternalFailure {}

/** Creates a secret box with AES-256-GCM. The first key of the ring encrypts; any of them decrypts. */
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

/** Returns true if a key of the ring decrypts a stored secret. */
export function canUnseal(box: Pick<SecretBox, "unseal">, sealed: string): boolean {
  try {
    box.unseal(sealed)
    return true
  } catch (error) {
    if (error instanceof SecretUnreadable) return false
    throw error
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

/** @returns undefined if the key is wrong or the bytes were modified. */
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
