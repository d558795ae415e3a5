import { existsSync, readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import type { Ingested, Route } from "./pipeline.ts"

/** A library of the golden corpus. */
export interface GoldenLibrary {
  /** `fixtures/<name>` or `eval/<owner>__<repo>`. */
  readonly name: string
  readonly route: Route
  readonly folder: string
  /** The same on every machine; the URLs of snippets start with it. */
  readonly urlPrefix: string
  /** Questions from people; if undefined, questions are generated from headings. */
  readonly questions?: readonly GoldenQuestion[]
}

export interface GoldenQuestion {
  readonly id: string
  readonly question: string
}

const FIXTURES = join(import.meta.dirname, "fixtures")
/** Fixtures that are not opened as a folder on disk; each is a folder with the same name. */
const OTHER_ROUTES: Readonly<Record<string, Route>> = {
  files: "files",
  wiki: "wiki",
  notes: "notes",
  "source-code": "source-code",
  openapi: "openapi",
}
/** Number of questions that are generated for a library of fixtures. */
const QUESTIONS_PER_LIBRARY = 10

/** Lists the checked-in libraries. */
export function fixtureLibraries(): readonly GoldenLibrary[] {
  return foldersIn(FIXTURES).map((name) => ({
    name: `fixtures/${name}`,
    route: OTHER_ROUTES[name] ?? "folder",
    folder: join(FIXTURES, name),
    urlPrefix: `https://golden.example/${name}/`,
  }))
}

/** Lists the libraries in a folder of evaluation data; empty if it does not exist. */
export function evalLibraries(evalDir: string): readonly GoldenLibrary[] {
  const file = join(evalDir, "dev.jsonl")
  const docs = join(evalDir, "docs")
  if (!existsSync(file) || !existsSync(docs)) return []
  const lines = readFileSync(file, "utf8").split("\n")
  const rows = lines
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as GoldenQuestion & { readonly library: string })
  return foldersIn(docs).map((name) => {
    const id = `/${name.replace("__", "/")}`
    return {
      name: `eval/${name}`,
      route: "folder",
      folder: join(docs, name),
      urlPrefix: `http://127.0.0.1:9418${id}.git#`,
      questions: rows.filter(({ library }) => library === id),
    }
  })
}

function foldersIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => basename(entry.name))
    .toSorted()
}

/**
 * Generates questions from titles and headings, spread evenly over the pages, so that the same documents produce the
 * same questions.
 */
export function questionsFromHeadings({ documents }: Ingested): readonly GoldenQuestion[] {
  const headings = [...documents.values()].flatMap(({ title = "", blocks }) => [
    title,
    ...blocks.flatMap((block) => (block.kind === "heading" ? [block.text] : [])),
  ])
  const unique = [...new Set(headings.filter((heading) => heading.trim() !== ""))]
  const step = Math.max(1, unique.length / QUESTIONS_PER_LIBRARY)
  const chosen = unique.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step))
  const forms = [
    (heading: string) => heading,
    (heading: string) => `How do I use ${heading}?`,
    (heading: string) => `${heading} example code`,
  ]
  return chosen.slice(0, QUESTIONS_PER_LIBRARY).map((heading, at) => ({
    id: `q${String(at + 1).padStart(2, "0")}`,
    question: (forms[at % forms.length] as (heading: string) => string)(heading),
  }))
}
