/** Formats of binary files. */
export type BinaryFormat = "pdf" | "docx"

/** Some programs write a few lines before the header of a PDF file; PDF readers have always accepted it up to this offset. */
const PDF_HEAD_BYTES = 1024
const ZIP_HEAD = Buffer.from("PK\u0003\u0004", "latin1")
/** Word saves documents with a password, and saved all documents before 2007, as compound files. */
const COMPOUND_FILE_HEAD = Buffer.from("d0cf11e0a1b11ae1", "hex")

/** Number of bytes at the start of a file that `detectBinary` needs. */
export const BINARY_HEAD_BYTES = PDF_HEAD_BYTES

/**
 * Detects the format of a binary file by its extension and its first bytes.
 *
 * @returns undefined if the two do not match, or if the file is neither PDF nor DOCX.
 */
export function detectBinary(path: string, head: Uint8Array): BinaryFormat | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, PDF_HEAD_BYTES))
  const ending = /\.(pdf|docx)$/i.exec(path)?.[1]?.toLowerCase()
  if (ending === "pdf") return bytes.includes("%PDF-") ? "pdf" : undefined
  if (ending !== "docx") return undefined
  const isDocument = [ZIP_HEAD, COMPOUND_FILE_HEAD].some((start) => start.equals(bytes.subarray(0, start.length)))
  return isDocument ? "docx" : undefined
}
