import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type GoldenLibrary, type GoldenQuestion, questionsFromHeadings } from "./libraries.ts"
import { type Answers, ingest, type Ingested, listFiles, openAnswering, readLinkList } from "./pipeline.ts"
import { shortHash, stableJson } from "./stable-text.ts"

/** One line of a file of expectations: its subject, and hashes or short texts by name. */
export interface GoldenLine {
  readonly kind: "library" | "page" | "left-out" | "failed" | "question" | "link-list"
  readonly id: string
  readonly [field: string]: string | number
}

/** A library with everything that its lines were created from. */
export interface Recorded {
  readonly lines: readonly GoldenLine[]
  readonly ingested: Ingested
  readonly answers: readonly (GoldenQuestion & Answers)[]
}

/**
 * Ingests a library, asks it its questions and hashes the results.
 *
 * @param expected earlier lines; their questions are repeated if the library has none of its own.
 */
export async function recordLibrary(library: GoldenLibrary, expected: readonly GoldenLine[]): Promise<Recorded> {
  const folder = mkdtempSync(join(tmpdir(), "lectern-golden-"))
  try {
    const indexPath = join(folder, "index.db")
    const ingested = await ingest(library.route, { ...library, indexPath })
    const questions = library.questions ?? askedBefore(expected) ?? questionsFromHeadings(ingested)
    const answering = openAnswering(indexPath)
    const answers = questions.map(({ id, question }) => ({ id, question, ...answering.answer(question) }))
    answering.close()
    const isOwn = library.questions !== undefined
    const lines = [
      libraryLine(library, ingested, readFileSync(indexPath)),
      ...pageLines(ingested),
      ...ingested.leftOut.map(({ path, reason }): GoldenLine => ({ kind: "left-out", id: path, reason })),
      ...ingested.failed.map(({ path, reason }): GoldenLine => ({ kind: "failed", id: path, reason })),
      ...linkLists(library),
      ...answers.map((answer) => questionLine(answer, isOwn)),
    ]
    return { lines, ingested, answers }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function askedBefore(expected: readonly GoldenLine[]): readonly GoldenQuestion[] | undefined {
  const asked = expected.flatMap(({ kind, id, question }) =>
    kind === "question" && typeof question === "string" ? [{ id, question }] : [],
  )
  return asked.length === 0 ? undefined : asked
}

function libraryLine({ name }: GoldenLibrary, ingested: Ingested, index: Uint8Array): GoldenLine {
  const { pages, notes, frontPage, summary } = ingested
  return {
    kind: "library",
    id: name,
    pages: pages.length,
    snippets: pages.reduce((sum, page) => sum + page.snippets.length, 0),
    order: shortHash(pages.map(({ path }) => path).join("\n")),
    notes: shortHash(stableJson(notes)),
    frontPage: frontPage === undefined ? "none" : shortHash(stableJson(frontPage)),
    summary: shortHash(stableJson(summary)),
    index: shortHash(index),
  }
}

/** Creates a line for every page, including pages whose snippets are all in other pages. */
function pageLines({ documents, pages, problems }: Ingested): readonly GoldenLine[] {
  const pageByPath = new Map(pages.map((page) => [page.path, page]))
  return [...documents].map(([path, document]) => {
    const page = pageByPath.get(path)
    const { snippets = [], ...facts } = page ?? {}
    const met = problems.get(path) ?? []
    return {
      kind: "page",
      id: path,
      document: shortHash(stableJson(document)),
      page: shortHash(stableJson(facts)),
      snippets: shortHash(stableJson(snippets)),
      count: snippets.length,
      ...(met.length === 0 ? {} : { problems: shortHash(stableJson(met)) }),
    }
  })
}

function linkLists({ folder, route }: GoldenLibrary): readonly GoldenLine[] {
  if (route !== "files") return []
  const names = listFiles(folder).filter((path) => path.endsWith("llms.txt"))
  return names.map((path) => ({
    kind: "link-list",
    id: path,
    hash: shortHash(stableJson(readLinkList(readFileSync(join(folder, path), "utf8")))),
  }))
}

/** @param isOwn true if the question itself is stored elsewhere. */
function questionLine(
  { id, question, auto, text2000, text5000, json5000 }: GoldenQuestion & Answers,
  isOwn: boolean,
): GoldenLine {
  return {
    kind: "question",
    id,
    ...(isOwn ? {} : { question }),
    auto: shortHash(auto),
    text2000: shortHash(text2000),
    text5000: shortHash(text5000),
    json5000: shortHash(stableJson(json5000)),
  }
}
