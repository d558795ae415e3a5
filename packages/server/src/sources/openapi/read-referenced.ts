import { type DescriptionRequest, fetchReferenced, REFERENCE_LIMITS } from "./fetch-description.ts"
import type { OpenApiEnvironment } from "./openapi-request.ts"

/** A description and the files that it refers to. */
export interface ReferencedFiles {
  /** Parsed files by URL. */
  readonly roots: ReadonlyMap<string, unknown>
  /** Bytes of the referenced files, in request order. */
  readonly contents: readonly Uint8Array[]
  /** Remarks about missing files. */
  readonly notes: readonly string[]
}

/** A parsed description. */
export interface MainFile {
  readonly url: string
  readonly root: unknown
  /** True for an upload, which is a single file, so that its references cannot be fetched. */
  readonly isUpload: boolean
}

/** Maximum number of missing files that are listed. */
const MAX_NOTES = 20

/**
 * Fetches the files that a description refers to, directly or indirectly.
 *
 * @throws the signal's reason if it is aborted.
 */
export async function readReferenced(
  main: MainFile,
  { guard, reader }: OpenApiEnvironment,
  { signal, archive }: Pick<DescriptionRequest, "signal" | "archive">,
): Promise<ReferencedFiles> {
  const roots = new Map([[main.url, main.root]])
  const contents: Uint8Array[] = []
  const missing: string[] = []
  const asked = new Set([main.url])
  const waiting = [...reader.externalReferences(main.root, main.url)]
  let fileCount = 0
  let byteCount = 0
  while (waiting.length > 0) {
    const url = waiting.shift() ?? ""
    if (asked.has(url)) continue
    asked.add(url)
    const refusal = refusalOf(main, { fileCount, byteCount })
    // Missing files count towards the limit as well, because each of them costs a request.
    if (refusal === undefined) fileCount++
    const fetched = refusal ?? (await fetchReferenced(url, new URL(main.url).origin, { guard, signal, archive }))
    if ("failure" in fetched) {
      missing.push(`${url} is not read: ${fetched.failure}`)
      continue
    }
    contents.push(fetched.bytes)
    byteCount += fetched.bytes.byteLength
    const read = await reader.parseFile({ text: new TextDecoder().decode(fetched.bytes), isMain: false }, signal)
    if ("failure" in read) {
      missing.push(`${url} is not read:${read.line === undefined ? "" : ` line ${read.line}:`} ${read.failure}`)
      continue
    }
    roots.set(url, read.root)
    waiting.push(...reader.externalReferences(read.root, url))
  }
  return { roots, contents, notes: notesOf(missing) }
}

function refusalOf(
  main: MainFile,
  { fileCount, byteCount }: { readonly fileCount: number; readonly byteCount: number },
): { readonly failure: string } | undefined {
  const { maxFiles, maxBytes } = REFERENCE_LIMITS
  if (main.isUpload)
    return { failure: "an upload is a single file. Put everything into it, or add the description by its URL" }
  if (fileCount >= maxFiles) return { failure: `a description can refer to at most ${maxFiles} files` }
  if (byteCount >= maxBytes) return { failure: `its files can have at most ${maxBytes / 2 ** 20} MB in total` }
  return undefined
}

function notesOf(missing: readonly string[]): readonly string[] {
  const more = missing.length - MAX_NOTES
  return more > 0 ? [...missing.slice(0, MAX_NOTES), `${more} more files were skipped`] : missing
}
