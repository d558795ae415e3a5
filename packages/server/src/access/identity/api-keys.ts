import { randomBytes } from "node:crypto"
import { API_KEY_PREFIX } from "@lectern/contract"

/** Random bytes of a key: with 256 bits, storing a plain hash is safe. */
const API_KEY_BYTES = 32

/** Characters after the prefix that are stored to distinguish keys. */
const HINT_CHARACTERS = 6

/** Creates a key: the prefix and 43 characters of base64url. */
export function newApiKey(): string {
  return `${API_KEY_PREFIX}${randomBytes(API_KEY_BYTES).toString("base64url")}`
}

/** Returns the first characters of a key, by which its owner recognises it. */
export function apiKeyHint(apiKey: string): string {
  const withoutPrefix = apiKey.startsWith(API_KEY_PREFIX) ? apiKey.slice(API_KEY_PREFIX.length) : apiKey
  return withoutPrefix.slice(0, HINT_CHARACTERS)
}
