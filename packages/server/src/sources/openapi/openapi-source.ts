import { createHash } from "node:crypto"
import type { ParsedApi } from "@lectern/parsers/openapi"
import { openResponseArchive } from "../page-cache/response-archive.ts"
import { encodePath } from "../scope/path-bytes.ts"
import type { SourceItem, SourceSnapshot } from "../base/source-file.ts"
import { unchangedSnapshot } from "../base/unchanged-snapshot.ts"
import { descriptionItems } from "./description-items.ts"
import { NotAnApiDescription } from "./errors.ts"
import { fetchDescription, type DescriptionRequest, type FetchedDescription } from "./fetch-description.ts"
import type { OpenApiEnvironment, OpenApiSourceRequest } from "./openapi-request.ts"
import { readReferenced } from "./read-referenced.ts"

/** Maximum length of the text that the library's description is derived from. */
const README_CHARACTERS = 2000

/**
 * Opens a description.
 *
 * @throws {NotAnApiDescription} with the line, if the file is invalid. @throws {DescriptionMissing} {AccessRefused}
 *   {SourceUnreachable} what `guardedFetch` throws; the signal's reason.
 */
export async function openOpenApiSource(
  request: OpenApiSourceRequest,
  environment: OpenApiEnvironment,
  signal: AbortSignal,
): Promise<SourceSnapshot> {
  const archive = request.archive === undefined ? undefined : openResponseArchive(request.archive)
  try {
    const snapshot = await readSource(request, environment, { signal, archive })
    const archivePath = await archive?.finish()
    return archivePath === undefined ? snapshot : { ...snapshot, archivePath }
  } finally {
    await archive?.finish()
  }
}

async function readSource(
  request: OpenApiSourceRequest,
  environment: OpenApiEnvironment,
  { signal, archive }: Pick<DescriptionRequest, "signal" | "archive">,
): Promise<SourceSnapshot> {
  const known = readRevision(request.knownRevision)
  const fetched = await getDescription(request, environment, { signal, archive, knownEtag: known.etag })
  if (fetched === "unchanged") return unchangedSnapshot(request.knownRevision ?? "")
  const { reader } = environment
  const read = await reader.parseFile({ text: new TextDecoder().decode(fetched.bytes), isMain: true }, signal)
  if ("failure" in read) {
    const place = read.line === undefined ? "" : ` line ${read.line}`
    throw new NotAnApiDescription(`${nameOf(request)}${place}: ${read.failure}`)
  }
  const referenced = await readReferenced(
    { ...fetched, root: read.root, isUpload: request.file !== undefined },
    environment,
    { signal, archive },
  )
  const hash = hashOf([fetched.bytes, ...referenced.contents])
  if (hash === known.hash) return unchangedSnapshot(request.knownRevision ?? "")
  // An ETag identifies the content of only one file.
  const isAlone = referenced.contents.length === 0 && referenced.notes.length === 0
  const revision = isAlone && fetched.etag !== undefined ? `${hash} ${fetched.etag}` : hash
  const reading = reader.parseApi(referenced.roots, fetched.url)
  return snapshotOf(request, { reading, revision, notes: referenced.notes })
}

async function getDescription(
  request: OpenApiSourceRequest,
  environment: OpenApiEnvironment,
  asking: DescriptionRequest,
): Promise<FetchedDescription | "unchanged"> {
  const { file, url } = request
  if (file === undefined) return fetchDescription(url, environment, asking)
  return { url: pageUrlOf(request), bytes: await environment.readBlob(file.hash) }
}

interface DescriptionRead {
  readonly reading: ParsedApi
  readonly revision: string
  readonly notes: readonly string[]
}

function snapshotOf(request: OpenApiSourceRequest, { reading, revision, notes }: DescriptionRead): SourceSnapshot {
  const title = request.title ?? reading.title
  const { description } = reading
  return {
    revision,
    branch: "",
    notes,
    fileCount: reading.pageCount,
    // The description's own title and text take the place of a library config.
    manifestText: title === undefined ? undefined : JSON.stringify({ projectTitle: title }),
    readmeText: description?.slice(0, README_CHARACTERS),
    async *items(signal): AsyncGenerator<SourceItem> {
      yield* descriptionItems({ reading, address: pageUrlOf(request), pathPrefix: "" }, signal)
    },
    close: () => Promise.resolve(),
  }
}

/** Returns the URL of the description for readers: the one that it was added with, or that of an upload. */
function pageUrlOf({ libraryId, url, file }: OpenApiSourceRequest): string {
  return file === undefined ? url : `upload:/${libraryId}/${encodePath(file.path)}`
}

function nameOf({ url, file }: OpenApiSourceRequest): string {
  if (file !== undefined) return file.path
  const name = new URL(url).pathname.split("/").findLast((segment) => segment !== "")
  return name ?? url
}

function readRevision(revision: string | undefined): {
  readonly hash?: string | undefined
  readonly etag?: string | undefined
} {
  if (revision === undefined) return {}
  const [hash, ...etag] = revision.split(" ")
  return { hash, etag: etag.length === 0 ? undefined : etag.join(" ") }
}

function hashOf(contents: readonly Uint8Array[]): string {
  const hash = createHash("sha256")
  for (const bytes of contents) hash.update(bytes)
  return hash.digest("hex")
}
