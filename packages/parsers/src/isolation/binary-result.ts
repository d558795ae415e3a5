import type { ParsedFile } from "../document/document.ts"

/** Result of the process that parses binary files: the document, or the reason why the file cannot be parsed. */
export type ParserResult = { readonly parsed: ParsedFile } | { readonly unreadable: string }

/** Exit code of the process when a file needs too much memory. */
export const TOO_MUCH_MEMORY_EXIT_CODE = 87
