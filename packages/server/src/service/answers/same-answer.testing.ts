import { readFileSync } from "node:fs"

import { answerQuestion, RankingSession, renderContextText } from "@lectern/engine"
import { sha256Hex } from "../../base/sha256.ts"

// A process for tests: called with `<index file> <file of questions>`, it answers every question (a JSON list of
// objects with `query`, `language` and `tokens`) and prints the SHA-256 hash of each answer on a separate line.
const [path = "", questionsPath = ""] = process.argv.slice(2)
const rankable = new RankingSession().open(path)
const questions = JSON.parse(readFileSync(questionsPath, "utf8")) as {
  query: string
  language?: string
  tokens: number
}[]
for (const question of questions) {
  const text = renderContextText(answerQuestion(rankable, question))
  process.stdout.write(`${sha256Hex(text)} ${text.length}\n`)
}
rankable.index.close()
