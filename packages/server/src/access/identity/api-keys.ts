import { createHash, randomBytes } from "node:crypto"
import { API_KEY_PREFIX } from "@lectern/contract"

/** Random bytes of a key: 256 bits, so a plain hash is enough to keep it. */
const API_KEY_BYTES = 32

/** Characters after the prefix that are kept for telling keys apart. */
const HINT_CHARACTERS = 6

/** Makes a new key: the prefix and 43 characters of base64url. */
export function newApiKey(): string {
  return `${API_KEY_PREFIX}${randomBytes(API_KEY_BYTES).toString("base64url")}`
}

/** Gives the form in which a key is stored and looked up: SHA-256 of the whole key, hex. */
export function hashApiKey(apiKey: string): string {
  return createHash("sha256").update(apiKey).digest("hex")
}

/** Gives the few characters of a key by which its owner recognises it. */
export function apiKeyHint(apiKey: string): string {
  const withoutPrefix = apiKey.startsWith(API_KEY_PREFIX) ? apiKey.slice(API_KEY_PREFIX.length) : apiKey
  return withoutPrefix.slice(0, HINT_CHARACTERS)
}
