/** Matches one valid UTF-8 sequence or one invalid byte, in text whose characters are bytes. */
const UTF8_SEQUENCE =
  /[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}|[\x00-\xff]/g

/** Bytes that need no encoding in a URL; all others are percent-encoded. */
const UNRESERVED = /[A-Za-z0-9\-._~/!$&'()*+,;=:@]/

/**
 * Converts the bytes of a path to text. Bytes that are not UTF-8 are percent-encoded, as are control characters, which
 * would break lines of reports.
 *
 * @param bytes a path as stored by git.
 */
export function readablePath(bytes: Uint8Array): string {
  const isPlain = bytes.every((byte) => byte >= 0x20 && byte < 0x7f)
  const byteText = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1")
  if (isPlain) return byteText
  return byteText.replaceAll(UTF8_SEQUENCE, (sequence) => {
    const code = sequence.charCodeAt(0)
    if (sequence.length > 1 && !/^\xc2[\x80-\x9f]$/.test(sequence))
      return Buffer.from(sequence, "latin1").toString("utf8")
    return code >= 0x20 && code < 0x7f ? sequence : percentEncoded(sequence)
  })
}

/**
 * Percent-encodes the bytes of a path for use in a URL.
 *
 * @param path text, or bytes in any encoding.
 * @returns ASCII; `/` is kept.
 */
export function encodePath(path: string | Uint8Array): string {
  const byteText = Buffer.from(path).toString("latin1")
  return byteText.replaceAll(/[^]/g, (byte) => (UNRESERVED.test(byte) ? byte : percentEncoded(byte)))
}

function percentEncoded(byteText: string): string {
  return Array.from(byteText, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`).join("")
}
