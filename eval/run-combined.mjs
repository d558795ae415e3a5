#!/usr/bin/env node
// Measures combined search on a set of questions that name no library.
//
//   node eval/run-combined.mjs --set eval/combined --docs <folder> [--eval-dir ../shared/eval] [--out <file>]
//
// <folder> contains the documentation that `export-docs.mjs` has exported. The scorer and the git host come from
// --eval-dir. The questions are sent as a person would type them, as an agent would send them, and as an agent would
// send them with terms.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { prepare, root } from "../scripts/prepare.mjs"
import { runScorer, startForEvaluation } from "./processes.mjs"

const { values: flags } = parseArgs({
  options: {
    set: { type: "string" },
    docs: { type: "string" },
    "eval-dir": { type: "string", default: "../shared/eval" },
    out: { type: "string" },
  },
})

async function measure(evalDir, set, out) {
  const servers = await startForEvaluation({ evalDir, docsDir: resolve(flags.docs) })
  try {
    const scorer = join(evalDir, "score.mjs")
    const options = ["--url", servers.url, "--key", servers.key, "--git", servers.gitUrl]
    options.push("--multi", join(set, "multi-dev.jsonl"))
    const asked = [...options, "--no-index", "--multi-agent", join(set, "multi-dev-agent.jsonl")]
    return {
      person: await runScorer(scorer, options, out),
      agent: await runScorer(scorer, [...asked, "--terms", "off"], out),
      agentTerms: await runScorer(scorer, asked, out),
    }
  } finally {
    await servers.stop()
  }
}

if (flags.set === undefined || flags.docs === undefined) {
  console.error("usage: node eval/run-combined.mjs --set <folder> --docs <folder> [--eval-dir <folder>] [--out <file>]")
  process.exit(2)
}
await prepare()
const folder = mkdtempSync(join(tmpdir(), "lectern-score-"))
try {
  const figures = await measure(resolve(root, flags["eval-dir"]), resolve(flags.set), join(folder, "result.json"))
  for (const [mode, { multi, multiMissed }] of Object.entries(figures)) {
    const { questions, "evidence@5000": evidence, rightLibraries, answerTokensMean } = multi
    console.log(`${mode}: ${questions} questions, evidence@5000 ${evidence}, right libraries ${rightLibraries}`)
    console.log(`  mean tokens of an answer ${answerTokensMean}; missed: ${multiMissed.join(", ") || "-"}`)
  }
  if (flags.out !== undefined) writeFileSync(flags.out, JSON.stringify(figures, undefined, 1))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
