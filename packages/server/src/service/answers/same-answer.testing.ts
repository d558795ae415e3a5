import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"

import { answerQuestion, RankingSession, renderContextText } from "@lectern/engine"

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
  process.stdout.write(`${createHash("sha256").update(text).digest("hex")} ${text.length}\n`)
}
rankable.index.close()
