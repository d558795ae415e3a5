import { API_KEY_HEADERS } from "@lectern/contract"

/** Names of the key headers, in lower case as in Node. */
const KEY_HEADERS = API_KEY_HEADERS.map((name) => name.toLowerCase())

/** Headers of a request, names in lower case. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Reads the credential of a request: `Authorization` (with or without `Bearer`), then the key headers in order. The
 * first non-empty one is used, even if it is invalid.
 *
 * @returns undefined if the request is anonymous.
 */
export function readCredential(headers: RequestHeaders): string | undefined {
  const authorization = firstValue(headers["authorization"])
    .replace(/^bearer(?:\s+|$)/i, "")
    .trim()
  if (authorization !== "") return authorization
  for (const name of KEY_HEADERS) {
    const value = firstValue(headers[name]).trim()
    if (value !== "") return value
  }
  return undefined
}

function firstValue(value: string | readonly string[] | undefined): string {
  return (typeof value === "string" ? value : value?.find((text) => text.trim() !== "")) ?? ""
}
