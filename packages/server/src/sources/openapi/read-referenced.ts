import { type DescriptionRequest, fetchReferenced, REFERENCE_LIMITS } from "./fetch-description.ts"
import type { OpenApiEnvironment } from "./openapi-request.ts"

/** The files of a description, itself among them. */
export interface ReferencedFiles {
  /** What the files hold, by address. */
  readonly roots: ReadonlyMap<string, unknown>
  /** Bytes of the files beside the description, in the order they were asked for. */
  readonly contents: readonly Uint8Array[]
  /** Sentences about files that are missing. */
  readonly notes: readonly string[]
}

/** A description that has been read. */
export interface MainFile {
  readonly url: string
  readonly root: unknown
  /** An upload is one file: what it refers to cannot be fetched. */
  readonly isUpload: boolean
}

/** Missing files that are named one by one. */
const MAX_NOTES = 20

/**
 * Reads the files that a description refers to, and those that they refer to.
 *
 * @throws the signal's reason when that is aborted.
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
    // Files that are not there count as well: a list of a thousand of them would be a thousand requests.
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
