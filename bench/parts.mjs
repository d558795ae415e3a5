// Measures individual parts in this process: building an index, looking up libraries by name, and a table of word
// vectors.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { root } from "../scripts/prepare.mjs"
import { makeDocumentation, sizeForSnippets } from "./make-documentation.mjs"
import { ascending, atLeast, atMost, noGoal, quantile, row, timeEach } from "./rows.mjs"

const LIBRARIES = 100_000
const LOOK_UPS = 500
const NAME_WORDS = 6_000
const CONSONANTS = "bcdfghjklmnprstvwxz"
const VOWELS = "aeiou"
const TABLE = { rows: 20_000, dimension: 48 }
const WORDS_OF_A_QUESTION = 12

const built = (path) => import(pathToFileURL(join(root, "packages", path)).href)

const INDEXED_SNIPPETS = 5_000
const INDEX_BUILDS = 7

/** Measures building the index of pages that are already parsed and split: terms, lists and the file. */
export async function measureBuild() {
  const [{ createIndexBuilder, cutPage, SuspiciousTextFinder, TextAnalyser }, { parseFile }] = await Promise.all([
    built("engine/dist/index.js"),
    built("parsers/dist/index.js"),
  ])
  const files = makeDocumentation({ seed: INDEXED_SNIPPETS, ...sizeForSnippets(INDEXED_SNIPPETS) })
  const pages = files.map(({ path, content }) =>
    cutPage(
      { path, url: `https://docs.example/${path}` },
      parseFile({ format: "markdown", text: content, path }).document,
    ),
  )
  const snippets = pages.reduce((sum, page) => sum + page.snippets.length, 0)
  const folder = mkdtempSync(join(tmpdir(), "lectern-bench-"))
  // One analyser and one finder serve all builds, as in a worker.
  const [analyser, finder] = [new TextAnalyser(), new SuspiciousTextFinder()]
  const speeds = Array.from({ length: INDEX_BUILDS }, (_, at) => {
    const started = performance.now()
    const builder = createIndexBuilder(join(folder, `${at}.db`), { analyser, finder })
    for (const page of pages) builder.add(page)
    builder.finish()
    return snippets / ((performance.now() - started) / 1_000)
  })
  rmSync(folder, { recursive: true, force: true })
  const note = `${snippets.toLocaleString("en")} snippets, median of ${INDEX_BUILDS}`
  return [row("building an index file", quantile(ascending(speeds), 0.5), "snippets/s", atLeast(4000), note)]
}

/**
 * Creates a generator of numbers that look random and are the same everywhere (a linear congruential generator: Lehmer
 * 1951).
 */
function numbersFrom(seed) {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

/** Generates words from syllables; as with real names, few are frequent and most are rare. */
function makeWords(next, count) {
  const consonant = () => CONSONANTS[next(CONSONANTS.length)]
  const syllable = () => `${consonant()}${VOWELS[next(VOWELS.length)]}${next(3) === 0 ? consonant() : ""}`
  const words = Array.from({ length: count }, () => Array.from({ length: 2 + next(2) }, syllable).join(""))
  return () => words[Math.min(next(count), next(count), next(count))]
}

/** Measures looking up libraries among 100,000 names: exact, misspelt, and with a question. */
export async function measureResolution() {
  const { createLibraryDirectory } = await built("server/dist/resolve/directory/create-library-directory.js")
  const next = numbersFrom(20_261_122)
  const word = makeWords(next, NAME_WORDS)
  const directory = createLibraryDirectory()
  const names = []
  for (let number = 0; number < LIBRARIES; number++) {
    const name = Array.from({ length: 1 + next(3) }, word).join("-")
    const id = `/${word()}${next(900)}/${name}`
    const description = Array.from({ length: 8 }, word).join(" ")
    const facts = { characteristicTerms: [], stars: next(9_000), trustScore: 5, totalSnippets: next(5_000) }
    directory.put({ key: String(number), id, title: name, description, isPrivate: false, teamspaceKey: null, ...facts })
    if (number % (LIBRARIES / LOOK_UPS) === 0) names.push(name)
  }
  const asked = names.map((name, at) => ({
    name: at % 2 === 0 ? name : `${name.slice(0, 2)}${name.slice(3)}`,
    query: Array.from({ length: 6 }, word).join(" "),
  }))
  const times = await timeEach(asked, ({ name, query }) => directory.lookUp(name, query, { limit: 30, fast: false }))
  const label = "library search among 100,000 libraries"
  return [
    row(`${label}, p50`, quantile(times, 0.5), "ms", noGoal),
    row(`${label}, p95`, quantile(times, 0.95), "ms", atMost(5)),
  ]
}

/** Writes a table of word vectors in the format of docs/table-embedder-format.md. */
function makeTable(next, terms) {
  const header = Buffer.from(JSON.stringify({ name: "bench", dimension: TABLE.dimension, rows: terms.length }))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(header.length)
  const weights = Buffer.alloc(4 * terms.length)
  for (let at = 0; at < terms.length; at++) weights.writeFloatLE(0.01 + next(100) / 1_000, 4 * at)
  const vectors = Buffer.from(Int8Array.from({ length: terms.length * TABLE.dimension }, () => next(255) - 127).buffer)
  return Buffer.concat([
    Buffer.from("LCTNVEC1"),
    length,
    header,
    weights,
    vectors,
    Buffer.from(`${terms.join("\n")}\n`),
  ])
}

/** Measures the time of a table of word vectors for one question. */
export async function measureTable() {
  const [{ createTableEmbedder }, { readTable }, { TextAnalyser }] = await Promise.all([
    built("server/dist/models/table-embedder.js"),
    built("server/dist/models/table-file.js"),
    built("engine/dist/index.js"),
  ])
  const analyser = new TextAnalyser()
  const findTerms = (text) => analyser.findTerms(text)
  const next = numbersFrom(7)
  const word = makeWords(next, 3 * TABLE.rows)
  const terms = new Set()
  while (terms.size < TABLE.rows) for (const term of findTerms(word())) terms.add(term)
  const file = makeTable(next, [...terms].slice(0, TABLE.rows))
  const embedder = createTableEmbedder(readTable(file), findTerms)
  const questions = Array.from({ length: 1_000 }, () => Array.from({ length: WORDS_OF_A_QUESTION }, word).join(" "))
  const { signal } = new AbortController()
  const times = await timeEach(questions, (question) => embedder.embed([question], "question", signal))
  const size = `${TABLE.rows.toLocaleString("en")} words, ${(file.length / 1_000_000).toFixed(1)} MB, ${WORDS_OF_A_QUESTION} words per question`
  return [row("question vector from a table of word vectors, p50", quantile(times, 0.5), "ms", atMost(0.05), size)]
}
