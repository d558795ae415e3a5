import type { NamedDescription } from "@lectern/parsers"
import { descriptionItems } from "../../sources/openapi/description-items.ts"
import { fetchUntilComplete } from "./fetch-until-complete.ts"
import type { SourceItem, SourceSnapshot } from "../../sources/base/source-file.ts"

/** Maximum number of descriptions per source; large projects have about a dozen. */
const MAX_DESCRIPTIONS = 50
/** The same limit as for a description that is added as its own library. */
const LIMITS = { maxBytes: 10 * 1024 * 1024 }
/** Maximum number of referenced files per description, and maximum depth. */
const MAX_FILES = 200
const MAX_ROUNDS = 8
/** Base URL for resolving references between files of a source, which have no URL. */
const ROOT = "repository:///"

/** A source whose files can be requested by path. */
type OpenFiles = Required<Pick<SourceSnapshot, "readOther" | "fileUrl">>

/**
 * Yields the pages of the OpenAPI descriptions that the site of a source shows: overview, operations, schemas.
 * Descriptions that are named in the site's configuration but missing or invalid are reported.
 *
 * @param onPages receives the number of pages of each description.
 * @throws the signal's reason if it is aborted; what the source throws.
 */
export async function* findOpenApiFiles(
  snapshot: Pick<SourceSnapshot, "readOther" | "fileUrl">,
  descriptions: readonly NamedDescription[],
  { signal, onPages }: { readonly signal: AbortSignal; readonly onPages: (count: number) => void },
): AsyncGenerator<SourceItem> {
  const { readOther, fileUrl } = snapshot
  if (readOther === undefined || fileUrl === undefined || descriptions.length === 0) return
  const files: OpenFiles = { readOther, fileUrl }
  const named = descriptions.slice(0, MAX_DESCRIPTIONS)
  const found = await readOther([...new Set(named.flatMap(({ paths }) => paths))], signal, LIMITS)
  const seen = new Set<string>()
  for (const { paths, isOfSite } of named) {
    const path = paths.find((candidate) => found.has(candidate)) ?? (isOfSite ? paths[0] : undefined)
    if (path === undefined || seen.has(path)) continue
    seen.add(path)
    const file = found.get(path)
    if (file?.kind === "file") yield* pagesOf(path, file.bytes, files, { signal, onPages })
    else yield { kind: "left-out", path, reason: file?.reason ?? "not_found" }
  }
}

async function* pagesOf(
  path: string,
  bytes: Uint8Array,
  files: OpenFiles,
  { signal, onPages }: { readonly signal: AbortSignal; readonly onPages: (count: number) => void },
): AsyncGenerator<SourceItem> {
  const { apiParser } = await import("@lectern/parsers/openapi")
  const main = urlOf(path)
  const read = await apiParser.parseFile({ text: new TextDecoder().decode(bytes), isMain: true }, signal)
  if ("failure" in read) return yield failed(path, read)
  const roots = new Map([[main, read.root]])
  yield* await readReferenced(roots, files, signal)
  const reading = apiParser.parseApi(roots, main)
  onPages(reading.pageCount)
  yield* descriptionItems({ reading, address: files.fileUrl(path), pathPrefix: `${path}/` }, signal)
}

/**
 * Adds the files that a description refers to, directly or indirectly. @returns files that cannot be fetched or parsed,
 * for the report.
 */
async function readReferenced(
  roots: Map<string, object>,
  { readOther }: OpenFiles,
  signal: AbortSignal,
): Promise<readonly SourceItem[]> {
  const { apiParser } = await import("@lectern/parsers/openapi")
  const asked = new Set(roots.keys())
  const unread: SourceItem[] = []
  await fetchUntilComplete({
    maxRounds: MAX_ROUNDS,
    findMissing() {
      const referenced = [...roots].flatMap(([url, root]) => apiParser.externalReferences(root, url))
      const missing = [...new Set(referenced)].filter((url) => url.startsWith(ROOT) && !asked.has(url))
      return missing.slice(0, Math.max(0, MAX_FILES - asked.size))
    },
    async fetch(urls: readonly string[]) {
      const found = await readOther(urls.map(pathOf), signal, LIMITS)
      for (const url of urls) {
        asked.add(url)
        const path = pathOf(url)
        const file = found.get(path)
        if (file?.kind !== "file") {
          const reason = file?.reason ?? "not_found"
          unread.push({ kind: "left-out", path, reason, detail: "an OpenAPI description refers to it" })
          continue
        }
        const read = await apiParser.parseFile({ text: new TextDecoder().decode(file.bytes), isMain: false }, signal)
        if ("failure" in read) unread.push(failed(path, read))
        else roots.set(url, read.root)
      }
    },
  })
  return unread
}

function failed(
  path: string,
  { failure, line }: { readonly failure: string; readonly line?: number | undefined },
): SourceItem {
  return { kind: "failed", path, reason: line === undefined ? failure : `line ${line}: ${failure}` }
}

function urlOf(path: string): string {
  return ROOT + path.split("/").map(encodeURIComponent).join("/")
}

function pathOf(url: string): string {
  const encoded = url.slice(ROOT.length)
  try {
    return encoded.split("/").map(decodeURIComponent).join("/")
  } catch {
    // Invalid percent-encoding cannot refer to a file.
    return encoded
  }
}
