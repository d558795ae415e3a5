import type { ParsedApi } from "@lectern/parsers/openapi"
import type { SourceItem } from "../base/source-file.ts"
import { sha256Hex } from "../../base/sha256.ts"

/** Maximum number of pages per description; the largest public ones have 3,000. */
const MAX_PAGES = 20_000

/** A parsed description. */
export interface ReadDescription {
  readonly reading: ParsedApi
  /** URL of the description for readers. */
  readonly address: string
  /** Path prefix of its pages; empty if it is the whole source. */
  readonly pathPrefix: string
}

/** Yields the pages of a description as source files; pages beyond 20,000 are left out. */
export function* descriptionItems(
  { reading, address, pathPrefix }: ReadDescription,
  signal: AbortSignal,
): Generator<SourceItem> {
  let pageCount = 0
  for (const { path, fragment, text } of reading.pages()) {
    signal.throwIfAborted()
    if (pageCount++ >= MAX_PAGES) {
      const fileCount = reading.pageCount - MAX_PAGES
      const detail = `${fileCount} more operations and schemas`
      yield { kind: "left-out", path: `${pathPrefix}*`, reason: "too_many_files", detail, fileCount }
      return
    }
    const bytes = Buffer.from(text)
    const url = fragment === undefined ? address : `${address}#${fragment}`
    const contentHash = sha256Hex(bytes)
    yield { kind: "file", file: { path: pathPrefix + path, bytes, url, format: "openapi", contentHash } }
  }
}
