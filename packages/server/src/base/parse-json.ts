/**
 * Parses JSON of another program.
 *
 * @param text with or without a byte order mark; bytes are decoded as UTF-8.
 * @returns undefined if it is not JSON, for example an HTML page. Check the result with a schema.
 */
export function parseJson(text: string | Uint8Array): unknown {
  try {
    const decoded = typeof text === "string" ? text : Buffer.from(text).toString("utf8")
    return JSON.parse(decoded.replace(/^\uFEFF/, ""))
  } catch {
    return undefined
  }
}
