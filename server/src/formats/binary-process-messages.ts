import type { BinaryFormat } from "./detect-binary.ts"
import type { ParsedFile } from "./document.ts"

/** What the process that reads binary files is asked. */
export interface ProcessQuestion {
  readonly format: BinaryFormat
  readonly bytes: Uint8Array
  /** Memory at which the process ends itself. */
  readonly maxResidentBytes: number
}

/** What it answers: the document, or why the file cannot be read. */
export type ProcessAnswer = { readonly parsed: ParsedFile } | { readonly unreadable: string }

/** How the process ends when a file needs too much memory. */
export const TOO_MUCH_MEMORY_EXIT_CODE = 87
