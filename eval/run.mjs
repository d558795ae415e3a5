#!/usr/bin/env node
// npm run eval: measures retrieval on real questions and compares it with the checked-in baseline.
//
//   npm run eval -- [--eval-dir ../shared/eval] [--only dev] [--update]
//
// --only dev omits the lookup of names and its catalogue (a fast round). --update writes eval/baseline.json. Exit code
// 0: as good as the baseline, or skipped because the data is missing. 1: worse. 2: the measurement itself failed.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { prepare, root } from "../scripts/prepare.mjs"
import { drawTable, findLosses, pairQuestions, toBaseline } from "./compare.mjs"
import { runScorer, startForEvaluation } from "./processes.mjs"

const BASELINE = join(root, "eval", "baseline.json")
const { values: flags } = parseArgs({
  options: {
    "eval-dir": { type: "string", default: "../shared/eval" },
    only: { type: "string" },
    update: { type: "boolean", default: false },
  },
})

/** Returns true if combined search is served; an unserved route has a different error code. */
async function servesCombinedSearch({ url, key }) {
  const response = await fetch(`${url}/api/v3/search?query=hello`, { headers: { authorization: `Bearer ${key}` } })
  const text = await response.text()
  return !text.includes('"not_found"')
}

/**
 * Runs the scorer with the questions as a person would type them, and as an agent would send them, without and with
 * terms.
 */
async function score(servers, evalDir, out) {
  const file = (name) => join(evalDir, name)
  const connection = ["--url", servers.url, "--key", servers.key, "--git", servers.gitUrl]
  const questions = ["--questions", file("dev.jsonl")]
  if (await servesCombinedSearch(servers)) questions.push("--multi", file("multi-dev.jsonl"))
  const options = [...connection, ...questions]
  const names =
    flags.only === "dev" ? [] : ["--resolve", file("resolve-dev.jsonl"), "--catalogue", file("catalogue.jsonl")]
  const asked = [...options, "--no-index", "--agent", file("dev-agent.jsonl")]
  const agent = [...asked, "--multi-agent", file("multi-dev-agent.jsonl")]
  // The catalogue comes last, so that its libraries do not exist yet when combined search chooses.
  const figures = await runScorer(file("score.mjs"), options, out)
  if (existsSync(file("dev-agent.jsonl"))) {
    figures.agent = await runScorer(file("score.mjs"), [...agent, "--terms", "off"], out)
    figures.full = await runScorer(file("score.mjs"), [...options, "--no-index", "--length", "full"], out)
    figures.agentTerms = await runScorer(file("score.mjs"), [...agent, "--terms", "parameter"], out)
  }
  if (names.length === 0) return figures
  return { ...(await runScorer(file("score.mjs"), [...connection, ...names], out)), ...figures }
}

function report(baseline, figures) {
  console.log(`${"".padEnd(44)}${"before".padStart(8)}${"after".padStart(8)}${"change".padStart(8)}`)
  for (const line of drawTable(baseline, figures)) console.log(line)
  console.log(`indexing ${figures.indexing?.libraries ?? 0} libraries: ${figures.indexing?.seconds ?? "-"} s`)
  if (figures.catalogueSeconds !== undefined) console.log(`importing the catalogue: ${figures.catalogueSeconds} s`)
  if (!baseline) return
  const { won, lost } = pairQuestions(baseline, figures)
  console.log(`won ${won.length}: ${won.join(", ") || "-"}`)
  console.log(`lost ${lost.length}: ${lost.join(", ") || "-"}`)
}

async function measure(evalDir) {
  const folder = mkdtempSync(join(tmpdir(), "lectern-score-"))
  const servers = await startForEvaluation({ evalDir })
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, () => void servers.stop().finally(() => process.exit(130)))
  }
  try {
    return await score(servers, evalDir, join(folder, "result.json"))
  } finally {
    await servers.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function main() {
  const evalDir = resolve(root, flags["eval-dir"])
  if (!existsSync(join(evalDir, "score.mjs"))) {
    console.log(`skipped: no evaluation data at ${flags["eval-dir"]}; name its folder with --eval-dir`)
    return 0
  }
  await prepare()
  const figures = await measure(evalDir)
  const baseline = existsSync(BASELINE) ? JSON.parse(readFileSync(BASELINE, "utf8")) : undefined
  report(baseline, figures)
  if (flags.update) {
    const kept = JSON.parse(toBaseline(figures))
    // A fast round measures only a part; the figures of the other parts are kept.
    writeFileSync(BASELINE, `${JSON.stringify({ ...baseline, ...kept }, null, 2)}\n`)
    console.log("the baseline is written; add the change to eval/log.md")
    return 0
  }
  if (!baseline) {
    console.log("there is no baseline yet: write one with --update")
    return 0
  }
  const losses = findLosses(baseline, figures)
  for (const loss of losses) console.log(`worse: ${loss}`)
  console.log(losses.length === 0 ? "as good as the baseline" : "worse than the baseline")
  return losses.length === 0 ? 0 : 1
}

main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(error instanceof Error ? error.message : String(error))
    process.exit(2)
  },
)
