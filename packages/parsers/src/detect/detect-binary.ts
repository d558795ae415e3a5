/** Formats whose files are no text. */
export type BinaryFormat = "pdf" | "docx"

/** Some programs write a few lines before the head of a PDF; readers have always looked this far. */
const PDF_HEAD_BYTES = 1024
const ZIP_HEAD = Buffer.from("PK\u0003\u0004", "latin1")
/** Word writes a document with a password, and wrote every one before 2007, as a compound file. */
const COMPOUND_FILE_HEAD = Buffer.from("d0cf11e0a1b11ae1", "hex")

/** Number of bytes at the beginning of a file that `detectBinary` looks at. */
export const BINARY_HEAD_BYTES = PDF_HEAD_BYTES

/**
 * Names the format of a file by its ending and its first bytes.
 *
 * @returns undefined when the two do not fit together, or it is neither PDF nor DOCX.
 */
export function detectBinary(path: string, head: Uint8Array): BinaryFormat | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, PDF_HEAD_BYTES))
  const ending = /\.(pdf|docx)$/i.exec(path)?.[1]?.toLowerCase()
  if (ending === "pdf") return bytes.includes("%PDF-") ? "pdf" : undefined
  if (ending !== "docx") return undefined
  const isDocument = [ZIP_HEAD, COMPOUND_FILE_HEAD].some((start) => start.equals(bytes.subarray(0, start.length)))
  return isDocument ? "docx" : undefined
}
