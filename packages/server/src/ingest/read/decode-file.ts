import type { FormatName, ParsedFile } from "@lectern/parsers"
import { type BinaryFormat, decodeText, detectBinary, detectFormat, isLfsPointer } from "@lectern/parsers/detect"
import type { LeftOutReason, SourceFile } from "../../sources/base/source-file.ts"

/** The properties of a file without its content. */
export type FileDetails = Omit<SourceFile, "bytes">

/** The content of a file in the form that its parser expects. */
export type DecodedContent =
  | {
      readonly kind: "text"
      readonly format: FormatName
      readonly text: string
      readonly problems: ParsedFile["problems"]
    }
  | { readonly kind: "binary"; readonly format: BinaryFormat; readonly bytes: Uint8Array }
  | { readonly kind: "left-out"; readonly reason: LeftOutReason }

/** Detects the format of a file and decodes its text, or returns why the file is left out. */
export function decodeFile({ path, bytes, format: named }: SourceFile): DecodedContent {
  if (bytes.byteLength === 0) return { kind: "left-out", reason: "empty" }
  if (isLfsPointer(bytes)) return { kind: "left-out", reason: "lfs_pointer" }
  const binary = detectBinary(path, bytes)
  if (binary !== undefined) return { kind: "binary", format: binary, bytes }
  const format = named ?? detectFormat(path, bytes)
  if (format === undefined) return { kind: "left-out", reason: "not_documentation" }
  const decoded = decodeText(bytes)
  if ("binary" in decoded) return { kind: "left-out", reason: "binary" }
  return { kind: "text", format, ...decoded }
}
