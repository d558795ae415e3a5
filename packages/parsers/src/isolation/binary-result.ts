import type { ParsedFile } from "../document/document.ts"

/** What the process that reads binary files answers: the document, or why the file cannot be read. */
export type ProcessAnswer = { readonly parsed: ParsedFile } | { readonly unreadable: string }

/** How the process ends when a file needs too much memory. */
export const TOO_MUCH_MEMORY_EXIT_CODE = 87
