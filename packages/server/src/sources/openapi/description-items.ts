import type { ApiPage, ParsedApi } from "@lectern/parsers/openapi"
import { asError } from "../../base/errors.ts"
import { DEFAULT_SOURCE_LIMITS } from "../base/source-limits.ts"
import type { SourceItem } from "../base/source-file.ts"
import { sha256Hex } from "../../base/sha256.ts"

/** Maximum number of pages per description; the largest public ones have 3,000. */
const MAX_PAGES = 20_000
/** Maximum total size of the pages, and time for writing them: every operation can repeat the same long parts. */
const MAX_BYTES = DEFAULT_SOURCE_LIMITS.maxTextBytes
const MAX_WRITING_MS = 120_000

/** A parsed description. */
export interface ReadDescription {
  readonly reading: ParsedApi
  /** URL of the description for readers. */
  readonly address: string
  /** Path prefix of its pages; empty if it is the whole source. */
  readonly pathPrefix: string
}

/**
 * Yields the pages of a description as source files; pages beyond the limits are left out. A page that cannot be written
 * fails alone.
 */
export function* descriptionItems(
  { reading, address, pathPrefix }: ReadDescription,
  signal: AbortSignal,
): Generator<SourceItem> {
  let pageCount = 0
  let byteCount = 0
  let writingMs = 0
  for (const page of reading.pages()) {
    signal.throwIfAborted()
    const reason = byteCount > MAX_BYTES || pageCount >= MAX_PAGES ? "too_many_files" : "out_of_time"
    if (reason === "too_many_files" || writingMs > MAX_WRITING_MS) {
      const fileCount = reading.pageCount - pageCount
      const detail = `${fileCount} more operations and schemas`
      yield { kind: "left-out", path: `${pathPrefix}*`, reason, detail, fileCount }
      return
    }
    pageCount++
    const beganMs = performance.now()
    const item = itemOf(page, address, pathPrefix)
    writingMs += performance.now() - beganMs
    if (item.kind === "file") byteCount += item.file.bytes.byteLength
    yield item
  }
}

function itemOf(page: ApiPage, address: string, pathPrefix: string): SourceItem {
  const path = pathPrefix + page.path
  const url = page.fragment === undefined ? address : `${address}#${page.fragment}`
  try {
    const bytes = Buffer.from(page.text)
    return { kind: "file", file: { path, bytes, url, format: "openapi", contentHash: sha256Hex(bytes) } }
  } catch (thrown) {
    return { kind: "failed", path, reason: asError(thrown).message }
  }
}
