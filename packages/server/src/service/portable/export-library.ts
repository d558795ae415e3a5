import { Readable } from "node:stream"
import { setImmediate as nextTurn } from "node:timers/promises"
import {
  PORTABLE_FILE_NAME,
  type PortableCodeSnippet,
  type PortableInfoSnippet,
  type PortableLibrary,
} from "@lectern/contract"
import type { Authorized } from "../../access/permissions/authorize.ts"
import { asError } from "../../base/errors.ts"
import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import { type IndexFile, openIndex, type StoredSnippet, withoutCuts } from "@lectern/engine"
import { NoSnippets } from "../errors.ts"
import { findServableLibrary } from "../libraries/lookup/find-library.ts"
import type { TransferServices } from "./transfer-services.ts"

/** Number of snippets that are written before other requests get a turn. */
const SNIPPETS_PER_TURN = 200

/** Natural language of the documentation; others are not distinguished. */
const LANGUAGE = "English"

/** A running export. */
export interface LibraryExport {
  /** Only plain characters; ends in `.zip`. */
  readonly fileName: string
  /** The zip file as a stream; an error on it means that the export has failed. */
  readonly stream: Readable
}

/** An index that is open for the export; it stays readable even if a newer one is published in the meantime. */
interface OpenVersion {
  readonly tag: string
  readonly index: IndexFile
}

/**
 * Exports a library, with everything that was indexed, as a portable bundle.
 *
 * @throws {LibraryMissing} @throws {NoSnippets} if it was never published.
 */
export async function exportLibrary(
  context: TransferServices,
  caller: Authorized<"exportLibrary">,
  request: { readonly libraryId: string },
): Promise<LibraryExport> {
  const library = await findServableLibrary(context, caller, request.libraryId)
  // Loaded on demand, because few requests export a library.
  const { ZipFile } = await import("yazl")
  const versions = await openVersions(context, library)
  const zip = new ZipFile()
  const text = Readable.from(writeBundle(library, versions))
  text.once("close", () => versions.forEach(({ index }) => index.close()))
  // The zip library forwards only bytes, so an error of the text has to destroy the stream explicitly.
  const stream = Readable.from(zip.outputStream as AsyncIterable<Buffer>, { objectMode: false })
  text.once("error", (error) => {
    context.log.error({ err: asError(error), libraryId: library.id }, "export failed")
    stream.destroy(error)
  })
  stream.once("close", () => text.destroy())
  zip.addReadStream(text, PORTABLE_FILE_NAME, { mtime: new Date(library.publishedAtMs ?? library.createdAtMs) })
  zip.end()
  return { fileName: `${library.id.slice(1).replaceAll(/[^\w.-]+/g, "_")}.zip`, stream }
}

async function openVersions(context: TransferServices, library: LibraryRecord): Promise<readonly OpenVersion[]> {
  const records = await context.catalogue.versions.ofLibrary(library.key)
  const opened: OpenVersion[] = []
  for (const { tag, indexHash } of records) {
    if (indexHash !== null) opened.push({ tag, index: openIndex(await context.blobs.localPath(indexHash)) })
  }
  if (opened.length === 0)
    throw new NoSnippets(`cannot export ${library.id}: it has no content yet. Wait until it is processed`)
  return opened
}

async function* writeBundle(library: LibraryRecord, versions: readonly OpenVersion[]): AsyncGenerator<string> {
  const { codeSnippets: _code, infoSnippets: _info, versions: _versions, ...head } = describe(library)
  yield `{"libraries":[{${JSON.stringify(head).slice(1, -1)},`
  const current = versions.find(({ tag }) => tag === "")
  if (current === undefined) yield '"codeSnippets":[],"infoSnippets":[]'
  else yield* writeSnippets(current.index)
  yield ',"versions":['
  let isFirst = true
  for (const { tag, index } of versions) {
    if (tag === "") continue
    yield `${isFirst ? "" : ","}{"tag":${JSON.stringify(tag)},`
    yield* writeSnippets(index)
    yield "}"
    isFirst = false
  }
  yield "]}]}"
}

async function* writeSnippets(index: IndexFile): AsyncGenerator<string> {
  yield '"codeSnippets":['
  yield* writeList(index, "code", portableCode)
  yield '],"infoSnippets":['
  yield* writeList(index, "prose", portableInfo)
  yield "]"
}

async function* writeList(
  index: IndexFile,
  kind: StoredSnippet["kind"],
  write: (snippet: StoredSnippet) => object,
): AsyncGenerator<string> {
  let text = ""
  let count = 0
  let isFirst = true
  for (const snippet of index.snippets()) {
    if (snippet.kind === kind) {
      text += `${isFirst ? "" : ","}\n${JSON.stringify(write(snippet))}`
      isFirst = false
    }
    if (++count % SNIPPETS_PER_TURN > 0) continue
    yield text
    text = ""
    await nextTurn()
  }
  yield text
}

function portableCode(snippet: StoredSnippet): PortableCodeSnippet {
  return {
    id: snippet.url,
    title: snippet.title,
    description: snippet.description,
    language: snippet.codes[0]?.language ?? "",
    codeList: snippet.codes.map(({ language, code }) => ({ language, code })),
    tokens: snippet.contentTokens,
    pageTitle: snippet.pageTitle,
  }
}

function portableInfo(snippet: StoredSnippet): PortableInfoSnippet {
  return {
    id: snippet.url,
    content: withoutCuts(snippet.content),
    breadcrumb: snippet.headingPath.join(" > "),
    tokens: snippet.contentTokens,
    pageTitle: snippet.pageTitle,
  }
}

function describe(library: LibraryRecord): PortableLibrary {
  const address = library.source.type === "folder" || library.source.type === "upload" ? "" : library.source.url
  const isSite = library.kind === "website" || library.kind === "llmstxt"
  return {
    project: library.id,
    title: library.title,
    description: library.description,
    type: library.kind,
    language: LANGUAGE,
    branch: library.branch,
    docsRepoUrl: isSite ? "" : address,
    docsSiteUrl: isSite ? address : "",
    rules: [...library.rules],
    codeSnippets: [],
    infoSnippets: [],
    versions: [],
  }
}
