// Indexes documentation and answers questions in this process, with the built server's own stages. This takes seconds
// instead of minutes, and can try ranking weights that no server has.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { encode } from "gpt-tokenizer/encoding/o200k_base"
import { root } from "../scripts/prepare.mjs"

const built = (path) => import(join(root, "packages", path))

/** Reads the questions of a folder (`dev.jsonl`), in order. */
export function readQuestions(evalDir) {
  const lines = readFileSync(join(evalDir, "dev.jsonl"), "utf8").split("\n")
  return lines.filter((line) => line.trim() !== "").map((line) => JSON.parse(line))
}

async function buildIndex(path, folder, urlPrefix) {
  const [{ createIndexBuilder }, { FileReport }, { indexFiles }, { openFolderSource }] = await Promise.all([
    built("engine/dist/index.js"),
    built("server/dist/ingest/read/file-report.js"),
    built("server/dist/ingest/read/index-files.js"),
    built("server/dist/sources/folder/folder-source.js"),
  ])
  const { signal } = new AbortController()
  const snapshot = await openFolderSource({ path: folder, urlPrefix }, signal)
  const builder = createIndexBuilder(path)
  const fileReport = new FileReport(snapshot.fileCount)
  await indexFiles({ snapshot, builder, fileReport, workDirectory: dirname(path), signal, onProgress: () => {} })
  builder.finish({ sync: false })
  await snapshot.close()
}

/**
 * Indexes every library of a folder (`docs/<owner>__<repo>/`).
 *
 * @returns the open indexes by library id, and `close`, which removes them.
 */
export async function openLibraries(evalDir) {
  const { RankingSession } = await built("engine/dist/index.js")
  const directory = mkdtempSync(join(tmpdir(), "lectern-in-process-"))
  const session = new RankingSession()
  const libraries = new Map()
  for (const name of readdirSync(join(evalDir, "docs")).toSorted()) {
    const id = `/${name.replace("__", "/")}`
    const path = join(directory, `${name}.db`)
    await buildIndex(path, join(evalDir, "docs", name), `http://127.0.0.1:9418${id}.git#`)
    libraries.set(id, session.open(path))
  }
  const close = () => {
    for (const { index } of libraries.values()) index.close()
    rmSync(directory, { recursive: true, force: true })
  }
  return { libraries, close }
}

/** Loads the built engine, with a function that measures answers. */
export async function loadRanking() {
  const [engine, { tokensToAnswer }] = await Promise.all([
    built("engine/dist/index.js"),
    built("cli/dist/eval/tokens-to-answer.js"),
  ])
  const countTokens = (text) => encode(text).length
  /** Counts the tokens up to the end of the last required evidence; Infinity if it is missing. */
  const tokensOf = (text, { evidence, alternatives = [] }) =>
    tokensToAnswer(text, [evidence, ...alternatives], countTokens)
  return { ...engine, tokensOf }
}

/**
 * Computes a smooth score of one question: 100 for an answer within 60 tokens, falling with the logarithm of the tokens
 * to 0 at 5,000.
 */
export function smoothScore(tokens) {
  if (tokens > 5_000) return 0
  return 100 * (1 - Math.log(Math.max(tokens, 60) / 60) / Math.log(5_000 / 60))
}

/** Computes the shares answered within 1,000, 2,000 and 5,000 tokens, the median, and the mean smooth score. */
export function figuresOf(tokens) {
  const share = (budget) => ((100 * tokens.filter((count) => count <= budget).length) / tokens.length).toFixed(1)
  const median = tokens.toSorted((a, b) => a - b)[Math.floor((tokens.length - 1) / 2)]
  const smooth = tokens.reduce((sum, count) => sum + smoothScore(count), 0) / tokens.length
  return `${share(1_000)} / ${share(2_000)} / ${share(5_000)}, median ${median}, smooth ${smooth.toFixed(2)}`
}
