import type { StoredSnippet } from "../index/read/open-index.ts"

/** Ending of the paths of pages that describe one operation of an API; the OpenAPI parser gives them this ending. */
const OPERATION_ENDING = ".apidoc"
/** Label of all code on those pages, in answers as JSON. */
const OPERATION_LABEL = "APIDOC"

/** Returns the language of a snippet's code as answers name it: that of its first block. */
export function codeLabelOf({ pagePath, codes }: Pick<StoredSnippet, "pagePath" | "codes">): string {
  return pagePath.endsWith(OPERATION_ENDING) ? OPERATION_LABEL : (codes[0]?.language ?? "")
}
