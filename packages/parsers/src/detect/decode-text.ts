import type { FormatProblem } from "../document/document.ts"
import { declaresWesternEncoding } from "./declared-encoding.ts"

/** Text of a file with LF line breaks and without a byte order mark, or the information that the file is not text. */
export type DecodedText =
  | { readonly text: string; readonly problems: readonly FormatProblem[] }
  | { readonly binary: true }

/** Number of bytes that are examined to guess the encoding. */
const SAMPLE_BYTES = 4096

/** A file whose sample has a larger share of control bytes is binary, whatever its name. */
const MAX_CONTROL_SHARE = 0.1

const LFS_FIRST_LINE = "version https://git-lfs.github.com/spec/v1"

/** The Git LFS specification limits pointer files to less than 1024 bytes. */
const MAX_LFS_POINTER_BYTES = 1024

/** Returns true if a file is a Git LFS pointer, whose actual content is stored elsewhere. */
export function isLfsPointer(bytes: Uint8Array): boolean {
  if (bytes.length < LFS_FIRST_LINE.length || bytes.length >= MAX_LFS_POINTER_BYTES) return false
  return Buffer.from(bytes.subarray(0, LFS_FIRST_LINE.length)).toString("latin1") === LFS_FIRST_LINE
}

/**
 * Decodes bytes as UTF-8, as UTF-16 with or without a byte order mark, or else as Windows-1252.
 *
 * Invalid UTF-8 is repaired and reported as a problem, unless the file declares Windows-1252 or ISO-8859-1. NUL bytes mean a binary file,
 * except in UTF-16. CR and CRLF become LF.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const wide = utf16Label(bytes)
  if (wide !== undefined) return { text: foldLines(new TextDecoder(wide).decode(bytes)), problems: [] }
  if (bytes.includes(0) || hasManyControls(bytes)) return { binary: true }
  try {
    return { text: foldLines(new TextDecoder("utf-8", { fatal: true }).decode(bytes)), problems: [] }
  } catch {
    return declaresWesternEncoding(bytes) ? { text: decodeWestern(bytes), problems: [] } : repaired(bytes)
  }
}

function repaired(bytes: Uint8Array): DecodedText {
  const text = foldLines(new TextDecoder("utf-8").decode(bytes))
  // Without a single valid multi-byte character, the file is in a single-byte encoding, most often Windows-1252.
  const isSingleByte = !/[^\u0000-\u007f\ufffd]/.test(text)
  const read = isSingleByte ? decodeWestern(bytes) : text.replaceAll("\ufffd", "")
  const line = text.slice(0, text.indexOf("\ufffd")).split("\n").length
  const message = isSingleByte
    ? "not valid UTF-8: decoded as windows-1252"
    : "invalid UTF-8: broken characters were removed"
  return { text: read, problems: [{ message, line }] }
}

function decodeWestern(bytes: Uint8Array): string {
  return foldLines(new TextDecoder("windows-1252").decode(bytes))
}

function utf16Label(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le"
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be"
  const length = Math.min(bytes.length, SAMPLE_BYTES)
  if (length < 4 || bytes.length % 2 === 1) return undefined
  let evenZeros = 0
  let oddZeros = 0
  for (let i = 0; i < length; i++) {
    if (bytes[i] !== 0) continue
    if (i % 2 === 0) evenZeros++
    else oddZeros++
  }
  // In UTF-16, Western text has a zero in nearly every second byte and none in between.
  if (oddZeros > length * 0.35 && evenZeros === 0) return "utf-16le"
  if (evenZeros > length * 0.35 && oddZeros === 0) return "utf-16be"
  return undefined
}

function hasManyControls(bytes: Uint8Array): boolean {
  const length = Math.min(bytes.length, SAMPLE_BYTES)
  let controls = 0
  for (let i = 0; i < length; i++) {
    const byte = bytes[i] ?? 0
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27) controls++
  }
  return controls > length * MAX_CONTROL_SHARE
}

function foldLines(text: string): string {
  const start = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  return start.includes("\r") ? start.replace(/\r\n?/g, "\n") : start
}
