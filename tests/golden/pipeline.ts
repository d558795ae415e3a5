// All parts of the product that the golden corpus uses. No other file in this folder imports product code, so when a
// module moves, only the imports below change.
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Document, FormatName } from "../../packages/parsers/src/document/document.ts"
import { apiParser } from "../../packages/parsers/src/formats/openapi/parse-api.ts"
import { startTestProgram } from "../../packages/server/src/http/program.testing.ts"
import { RankingSession } from "../../packages/engine/src/rank/ranking-session.ts"
import { FileReport } from "../../packages/server/src/ingest/read/file-report.ts"
import { indexCode, indexFiles } from "../../packages/server/src/ingest/read/index-files.ts"
import { PAGE_STAGES, type PageStages } from "../../packages/server/src/ingest/read/make-page.ts"
import { createIndexBuilder } from "../../packages/engine/src/index/build/build-index.ts"
import { answerQuestion } from "../../packages/engine/src/rank/answer-question.ts"
import {
  readAnswerSnippets,
  renderContextJson,
  renderContextText,
  renderEnding,
} from "../../packages/engine/src/rank/render.ts"
import type { Page } from "../../packages/engine/src/snippets/snippet.ts"
import { openFolderSource } from "../../packages/server/src/sources/folder/folder-source.ts"
import { readLlmsTxt } from "../../packages/server/src/sources/llmstxt/read-llmstxt.ts"
import { descriptionItems } from "../../packages/server/src/sources/openapi/description-items.ts"
import type { OpenedCode, SourceItem, SourceSnapshot } from "../../packages/server/src/sources/base/source-file.ts"

/** How the files of a library reach the index. */
export type Route =
  /** As a folder on disk, with includes and the configuration of its site. */
  | "folder"
  /** One by one, without the rules that exclude files of a folder by name. */
  | "files"
  /** As pages of a wiki, which are files in storage XML. */
  | "wiki"
  /** As pages of notes, which are files of blocks in JSON. */
  | "notes"
  /** As source code, from which documentation is generated. */
  | "source-code"
  /** As OpenAPI descriptions, with a page for each operation. */
  | "openapi"

/** A file that is not a page of the index, and the reason. */
export interface Unindexed {
  readonly path: string
  readonly reason: string
}

/** The documents and pages of one library. */
export interface Ingested {
  /** Documents by path, in the form in which they are split: code is labelled. */
  readonly documents: ReadonlyMap<string, Document>
  /** Pages with their snippets in the order of the index. */
  readonly pages: readonly Page[]
  readonly problems: ReadonlyMap<string, readonly string[]>
  readonly leftOut: readonly Unindexed[]
  readonly failed: readonly Unindexed[]
  readonly notes: readonly string[]
  readonly frontPage: Document | undefined
  readonly summary: unknown
}

/** The answers to one question. */
export interface Answers {
  /** With the default length, and the line that says what it omits. */
  readonly auto: string
  readonly text2000: string
  readonly text5000: string
  readonly json5000: unknown
}

/** Formats for these routes, which the source determines instead of the path. */
const FORMATS: Partial<Record<Route, FormatName>> = {
  wiki: "wiki-storage",
  notes: "notes-blocks",
  "source-code": "source-code",
}

/**
 * Ingests a library into an index file.
 *
 * @param indexPath of a file that does not exist yet.
 */
export async function ingest(
  route: Route,
  library: { readonly folder: string; readonly urlPrefix: string; readonly indexPath: string },
): Promise<Ingested> {
  const { signal } = new AbortController()
  const documents = new Map<string, Document>()
  const pages: Page[] = []
  const stages: PageStages = {
    ...PAGE_STAGES,
    cutPage(origin, document) {
      documents.set(origin.path, document)
      return PAGE_STAGES.cutPage(origin, document)
    },
  }
  const inner = createIndexBuilder(library.indexPath)
  const builder = {
    get snippetCount() {
      return inner.snippetCount
    },
    add(page: Page) {
      pages.push(page)
      inner.add(page)
    },
    finish: inner.finish.bind(inner),
    abort: inner.abort.bind(inner),
  }
  const snapshot = await openRoute(route, library, signal)
  const fileReport = new FileReport(snapshot.fileCount)
  const workDirectory = dirname(library.indexPath)
  const filling = { snapshot, builder, fileReport, workDirectory, signal, onProgress: () => undefined }
  if (route === "source-code") await indexCode(asCode(snapshot), filling, stages)
  else await indexFiles(filling, stages)
  const summary = inner.finish({ sync: false })
  await snapshot.close()
  return {
    documents,
    pages,
    problems: new Map(fileReport.indexed.map(({ path, problems }) => [path, problems])),
    leftOut: fileReport.leftOut.map(({ path, reason, ...more }) => ({
      path,
      reason: `${reason} ${JSON.stringify(more)}`,
    })),
    failed: fileReport.failed,
    notes: [...(snapshot.notes ?? []), ...fileReport.firstNotes],
    frontPage: fileReport.frontDocument,
    summary,
  }
}

function openRoute(
  route: Route,
  { folder, urlPrefix }: { readonly folder: string; readonly urlPrefix: string },
  signal: AbortSignal,
): Promise<SourceSnapshot> {
  if (route === "folder") return openFolderSource({ path: folder, urlPrefix }, signal)
  return openFiles(route, folder, urlPrefix)
}

/** Opens files in the form in which a source that is not a folder provides them. */
async function openFiles(route: Route, folder: string, urlPrefix: string): Promise<SourceSnapshot> {
  const { signal } = new AbortController()
  const items: SourceItem[] = []
  const bytesByPath = new Map<string, Uint8Array>()
  for (const name of listFiles(folder)) {
    const bytes = readFileSync(join(folder, name))
    // Scripts end in `.txt` here, so that no tool of this repository mistakes them for its own.
    const path = route === "source-code" ? name.replace(/\.txt$/, "") : name
    bytesByPath.set(path, bytes)
    if (route === "openapi") items.push(...(await describedPages(path, bytes, signal)))
    else items.push({ kind: "file", file: { path, bytes, url: urlPrefix + path, ...named(route), ...hashOf(bytes) } })
  }
  return {
    revision: "golden",
    branch: "",
    fileCount: items.length,
    async *items() {
      yield* items
    },
    readOther: (paths) => {
      const found = paths.flatMap((path) => {
        const bytes = bytesByPath.get(path)
        return bytes === undefined ? [] : [[path, { kind: "file", bytes }] as const]
      })
      return Promise.resolve(new Map(found))
    },
    close: () => Promise.resolve(),
  }
}

function named(route: Route): { readonly format?: FormatName } {
  const format = FORMATS[route]
  return format === undefined ? {} : { format }
}

function hashOf(bytes: Uint8Array): { readonly contentHash: string } {
  return { contentHash: createHash("sha256").update(bytes).digest("hex") }
}

async function describedPages(path: string, bytes: Uint8Array, signal: AbortSignal): Promise<readonly SourceItem[]> {
  const address = `https://golden.example/${path}`
  const read = await apiParser.parseFile({ text: new TextDecoder().decode(bytes), isMain: true }, signal)
  if ("failure" in read) return [{ kind: "failed", path, reason: `${read.line ?? ""} ${read.failure}` }]
  const reading = apiParser.parseApi(new Map([[address, read.root]]), address)
  return [...descriptionItems({ reading, address, pathPrefix: `${path}/` }, signal)]
}

function asCode(snapshot: SourceSnapshot): OpenedCode {
  return { fileCount: snapshot.fileCount, notes: [], items: (signal) => snapshot.items(signal) }
}

/** Lists the paths of all files below a folder, ordered by code point. */
export function listFiles(folder: string): readonly string[] {
  const below = readdirSync(folder, { withFileTypes: true, recursive: true })
  return below
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/"),
    )
    .toSorted()
}

/** Opens a finished index for questions. */
export function openAnswering(indexPath: string): { answer(question: string): Answers; close(): void } {
  const rankable = new RankingSession().open(indexPath)
  const { index } = rankable
  return {
    answer(question) {
      const query = question.slice(0, 500)
      const larger = answerQuestion(rankable, { query, tokens: 5_000 })
      const auto = answerQuestion(rankable, { query, tokens: 5_000, length: "auto" })
      return {
        auto: renderContextText(auto) + renderEnding(auto.ending),
        text2000: renderContextText(answerQuestion(rankable, { query, tokens: 2_000 })),
        text5000: renderContextText(larger),
        json5000: renderContextJson(readAnswerSnippets(index, larger)),
      }
    },
    close: () => index.close(),
  }
}

/** Parses an `llms.txt` file. */
export function readLinkList(text: string): unknown {
  return readLlmsTxt(text, new URL("https://golden.example/llms.txt"))
}

/** Returns the OpenAPI document of the server. */
export async function readOwnDescription(): Promise<unknown> {
  const program = await startTestProgram()
  try {
    return JSON.parse((await program.call({ url: "/api/openapi.json" })).text)
  } finally {
    await program.remove()
  }
}
