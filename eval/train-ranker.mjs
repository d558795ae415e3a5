#!/usr/bin/env node
// Chooses the weights of the re-ranker's signals and writes packages/engine/src/rank/trained-weights.ts.
//
//   node eval/train-ranker.mjs [--eval-dir ../shared/eval] [--more <folder>]... [--write]
//
// Data: the questions and documentation of --eval-dir, and of further folders with the same layout (`dev.jsonl`,
// `docs/`). Every combination of a coarse grid is tried on every question with the real packing, and rated by the mean
// smooth score of the tokens to the answer. Cross-validation: for every library, the combination is chosen on all
// others and rated on it, so that only a gain that survives this counts. Without --write, nothing is changed. The same
// data produces the same weights.
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { prepare, root } from "../scripts/prepare.mjs"
import { figuresOf, loadRanking, openLibraries, readQuestions, smoothScore } from "./in-process.mjs"

const WEIGHTS = join(root, "packages", "engine", "src", "rank", "trained-weights.ts")
const { values: flags } = parseArgs({
  options: {
    "eval-dir": { type: "string", default: "../shared/eval" },
    more: { type: "string", multiple: true, default: [] },
    write: { type: "boolean", default: false },
  },
})

/**
 * Deliberately coarse, because finer steps would overfit the questions. No question uses `language`, so it does not
 * change.
 */
const GRID = {
  nearness: [0, 0.05, 0.1, 0.15],
  opening: [0, -0.05, -0.1, -0.15],
  code: [0, 0.03, 0.06],
  lead: [0, 0.8],
}
const NOTHING = { nearness: 0, opening: 0, code: 0, lead: 0 }

function combinations([[name, values], ...others]) {
  const rest = others.length === 0 ? [{}] : combinations(others)
  return values.flatMap((value) => rest.map((combination) => ({ [name]: value, ...combination })))
}

function answer(ranking, rankable, candidates, weights) {
  const scored = candidates
    .map((candidate) => ({ ...candidate, ...ranking.scoreSignals(candidate.signals, weights) }))
    .toSorted((a, b) => b.score - a.score || a.snippet - b.snippet)
  const packed = ranking.packAnswer(rankable, scored, { maxTokens: 5_000, maxSnippets: ranking.MAX_CANDIDATES })
  return ranking.renderContextText(packed)
}

/** Returns the tokens to the answer of every question of a folder, by combination. */
async function measure(evalDir, ranking, grid) {
  const { libraries, close } = await openLibraries(evalDir)
  try {
    return readQuestions(evalDir).map((question) => {
      const rankable = libraries.get(question.library)
      if (rankable === undefined) throw new Error(`${evalDir} has no documentation of ${question.library}`)
      const { candidates } = ranking.rankCandidates(rankable, { query: question.question.slice(0, 500) })
      const tokens = grid.map((combination) =>
        ranking.tokensOf(
          answer(ranking, rankable, candidates, { ...ranking.SIGNAL_WEIGHTS, ...combination }),
          question,
        ),
      )
      return { library: question.library, tokens }
    })
  } finally {
    close()
  }
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/**
 * Returns the combination with the highest mean score; if several are equal, the first one, which is closest to no
 * re-ranking.
 */
function choose(rows, grid) {
  const scores = grid.map((_, at) => mean(rows.map(({ tokens }) => smoothScore(tokens[at]))))
  return scores.indexOf(Math.max(...scores))
}

function crossValidate(rows, grid) {
  const libraries = [...new Set(rows.map(({ library }) => library))]
  return libraries.flatMap((library) => {
    const chosen = choose(
      rows.filter((row) => row.library !== library),
      grid,
    )
    const left = rows.filter((row) => row.library === library)
    const gain = mean(left.map(({ tokens }) => smoothScore(tokens[chosen]) - smoothScore(tokens[0])))
    console.log(`  ${library.padEnd(28)} ${JSON.stringify(grid[chosen])} ${gain >= 0 ? "+" : ""}${gain.toFixed(2)}`)
    return left.map(({ tokens }) => tokens[chosen])
  })
}

function render(weights, language, data) {
  const lines = Object.entries({ ...weights, language }).map(([name, weight]) => `  ${name}: ${weight},`)
  return `// Written by eval/train-ranker.mjs from ${data}; eval/log.md says what was tried.

/** Weights of the signals that \`eval/train-ranker.mjs\` chooses; those of the levels are in \`bm25.ts\`. */
export const TRAINED_WEIGHTS = {
${lines.join("\n")}
} as const
`
}

async function main() {
  const folders = [flags["eval-dir"], ...flags.more].map((folder) => resolve(root, folder))
  const missing = folders.find((folder) => !existsSync(join(folder, "dev.jsonl")))
  if (missing !== undefined) throw new Error(`no questions at ${missing}: name a folder with dev.jsonl and docs/`)
  await prepare()
  const ranking = await loadRanking()
  const grid = [NOTHING, ...combinations(Object.entries(GRID))]
  const rows = []
  for (const folder of folders) rows.push(...(await measure(folder, ranking, grid)))
  console.log(`${rows.length} questions, ${grid.length} combinations; gain of the combination chosen on the others:`)
  const validated = crossValidate(rows, grid)
  const chosen = choose(rows, grid)
  const now = readFileSync(WEIGHTS, "utf8")
  console.log(`without:         ${figuresOf(rows.map(({ tokens }) => tokens[0]))}`)
  console.log(`cross-validated: ${figuresOf(validated)}`)
  console.log(`chosen on all:   ${figuresOf(rows.map(({ tokens }) => tokens[chosen]))} ${JSON.stringify(grid[chosen])}`)
  if (!flags.write) return
  const language = /language: ([\d.]+)/.exec(now)?.[1] ?? "0.1"
  const data = `${rows.length} questions to ${new Set(rows.map(({ library }) => library)).size} libraries`
  writeFileSync(WEIGHTS, render(grid[chosen], language, data))
  console.log(`written: ${WEIGHTS}`)
}

main().catch((error) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 2
})
