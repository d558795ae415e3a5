#!/usr/bin/env node
// node eval/benchmark-scores.mjs: measures how well the benchmark score of a library agrees with real questions to it.
//
//   node eval/benchmark-scores.mjs [--eval-dir ../shared/eval] [--more <folder>]... [--show <library>]
//
// Every folder contains `dev.jsonl` and `docs/`. --show prints the generated questions of one library.
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { root } from "../scripts/prepare.mjs"
import { loadRanking, openLibraries, readQuestions } from "./in-process.mjs"

const HIT_TOKENS = 2_000
const ANSWER_TOKENS = 5_000

const { values: flags } = parseArgs({
  options: {
    "eval-dir": { type: "string", default: "../shared/eval" },
    more: { type: "string", multiple: true, default: [] },
    show: { type: "string" },
  },
})

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Computes Pearson's correlation. */
function correlation(left, right) {
  const [atLeft, atRight] = [mean(left), mean(right)]
  const spread = (values, at) => Math.sqrt(values.reduce((sum, value) => sum + (value - at) ** 2, 0))
  const both = left.reduce((sum, value, at) => sum + (value - atLeft) * (right[at] - atRight), 0)
  return both / (spread(left, atLeft) * spread(right, atRight))
}

/** Returns ranks from 1; equal values get the mean of their ranks. */
function ranks(values) {
  return values.map((value) => {
    const below = values.filter((other) => other < value).length
    return below + (values.filter((other) => other === value).length + 1) / 2
  })
}

function hitShare(rankable, questions, { rankCandidates, packAnswer, renderContextText, tokensOf }) {
  const hits = questions.filter((question) => {
    const { candidates } = rankCandidates(rankable, { query: question.question })
    const answer = packAnswer(rankable, candidates, { maxTokens: ANSWER_TOKENS, maxSnippets: candidates.length })
    return tokensOf(renderContextText(answer), question) <= HIT_TOKENS
  })
  return (100 * hits.length) / questions.length
}

function show(library, { questions }) {
  console.log(`\n${library}`)
  for (const { kind, question, isFound, headingPath } of questions) {
    console.log(`${isFound ? "found " : "MISSED"} ${kind.padEnd(5)} ${question}   [${headingPath.join(" > ")}]`)
  }
}

async function measureFolder(folder, parts) {
  const { libraries, close } = await openLibraries(folder)
  const questions = readQuestions(folder)
  const rows = []
  for (const [library, rankable] of libraries) {
    const own = questions.filter((question) => question.library === library)
    if (own.length === 0) continue
    const cpuBefore = process.cpuUsage()
    const benchmark = await parts.runBenchmark(rankable, { signal: new AbortController().signal })
    const cpu = process.cpuUsage(cpuBefore)
    if (flags.show === library || flags.show === "all") show(library, benchmark)
    rows.push({
      library,
      snippets: rankable.index.layout.sectionOfSnippet.length,
      hit: hitShare(rankable, own, parts),
      score: benchmark.score,
      asked: benchmark.questions.length,
      cpuMs: (cpu.user + cpu.system) / 1000,
    })
  }
  close()
  return rows
}

function report(name, rows) {
  console.log(`\n${name}`.padEnd(33), "snippets", "hit@2000", "benchmark", "asked", "CPU ms")
  for (const { library, snippets, hit, score, asked, cpuMs } of rows) {
    const cells = [String(snippets).padStart(8), hit.toFixed(1).padStart(8), score.toFixed(1).padStart(9)]
    console.log(library.padEnd(32), ...cells, String(asked).padStart(5), cpuMs.toFixed(0).padStart(6))
  }
  const [hits, scores] = [rows.map(({ hit }) => hit), rows.map(({ score }) => score)]
  const pearson = correlation(hits, scores).toFixed(2)
  console.log(`correlation ${pearson}, of ranks ${correlation(ranks(hits), ranks(scores)).toFixed(2)}`)
}

async function main() {
  const folders = [flags["eval-dir"], ...flags.more].map((folder) => resolve(root, folder))
  const { runBenchmark } = await import(join(root, "packages", "server", "dist", "upkeep/benchmark/run-benchmark.js"))
  const parts = { ...(await loadRanking()), runBenchmark }
  const all = []
  for (const folder of folders) {
    const rows = await measureFolder(folder, parts)
    report(folder, rows)
    all.push(...rows)
  }
  if (folders.length > 1) report("all", all)
}

await main()
