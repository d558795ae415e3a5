#!/usr/bin/env node
// Compares Lectern with plain engines on any documentation and questions, question by question.
//
//   node eval/baselines.mjs --docs <folder> --questions <file.jsonl> [--url <lectern> --key <key>] [--lectern
//   <result.json>]
//
// <folder> contains one folder per library, `owner__repo`. Each line of the file is a question: {id, library, question,
// evidence[]} and, if known, alternatives[][] and kind. Lectern is queried at --url; without it, the misses at 2,000
// tokens from a run of `npm run eval` (--lectern, default eval/baseline.json) are compared. Exit code 2: the
// measurement itself failed.
import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { fileURLToPath } from "node:url"
import Database from "better-sqlite3"
import { countTokens } from "gpt-tokenizer/encoding/o200k_base"
import MiniSearch from "minisearch"

const BUDGETS = [1_000, 2_000, 5_000]
const PAIRED_BUDGET = 2_000
const MAX_SECTION_CHARACTERS = 2_000
const SEPARATOR = `\n\n${"-".repeat(32)}\n\n`
const DOCUMENTATION = /\.(?:mdx?|markdown|rst|adoc|asciidoc|txt|html?)$/i
const STOP_WORDS = new Set(
  `a an and are as at be by can do does for from has have how i if in is it my not of on or that the this to was what when
  where which who why will with you your`.split(/\s+/),
)

/** Reads a question file; each line is one question. */
export function readQuestions(text) {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line, at) => {
      const question = JSON.parse(line)
      if (
        !question.library ||
        !question.question ||
        !Array.isArray(question.evidence) ||
        question.evidence.length === 0
      )
        throw new Error(`line ${at + 1} of the questions lacks library, question or evidence`)
      return { id: question.id ?? String(at + 1), kind: question.kind ?? "-", ...question }
    })
}

/** Splits a page at its headings (Markdown, AsciiDoc, underlined ones), then by size. */
export function cutSections(text) {
  const sections = []
  let lines = []
  let isFenced = false
  const close = () => {
    const section = lines.join("\n").trim()
    for (let at = 0; at < section.length; at += MAX_SECTION_CHARACTERS)
      sections.push(section.slice(at, at + MAX_SECTION_CHARACTERS))
    lines = []
  }
  const all = text.split("\n")
  for (const [at, line] of all.entries()) {
    if (/^\s*(?:```|~~~|----\s*$)/.test(line)) isFenced = !isFenced
    const isUnderlined = /^([=~^"'*+#-])\1{2,}\s*$/.test(all[at + 1] ?? "") && line.trim() !== ""
    if (!isFenced && (/^(?:#{1,6}|={1,6})\s/.test(line) || isUnderlined)) close()
    lines.push(line)
  }
  close()
  return sections
}

/** White space, letter case and Markdown punctuation are ignored when searching for evidence. */
const IGNORED = /[\s\\`*_#>|~-]/

function fold(text) {
  const positions = []
  let kept = ""
  for (let at = 0; at < text.length; at++) {
    if (IGNORED.test(text[at])) continue
    kept += text[at].toLowerCase().slice(0, 1)
    positions.push(at)
  }
  return { kept, positions }
}

/**
 * Counts the tokens up to the end of the last evidence of the first alternative that is complete, as the scorer does;
 * Infinity if the texts do not contain it. Counting whole texts instead would favour engines that return short ones,
 * because a block in Lectern's answers contains all neighbouring snippets of a page.
 */
export function tokensToAnswer(texts, question) {
  const ways = [question.evidence, ...(question.alternatives ?? [])]
  const answer = texts.join(SEPARATOR)
  const folded = fold(answer)
  const endOf = (evidence) => {
    const wanted = fold(evidence).kept
    const at = wanted === "" ? -1 : folded.kept.indexOf(wanted)
    return at < 0 ? Number.POSITIVE_INFINITY : folded.positions[at + wanted.length - 1] + 1
  }
  const end = Math.min(...ways.map((way) => Math.max(...way.map(endOf))))
  return Number.isFinite(end) ? countTokens(answer.slice(0, end)) : end
}

const wordsOf = (question) => {
  const words = question.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
  const telling = words.filter((word) => !STOP_WORDS.has(word))
  return [...new Set(telling.length > 0 ? telling : words)]
}

/** Opens SQLite's full text search over sections, with Porter stems, matching any word. */
export function openFts5(sections) {
  const database = new Database(":memory:")
  database.exec("CREATE VIRTUAL TABLE section USING fts5(text, tokenize = 'porter unicode61')")
  const insert = database.prepare("INSERT INTO section VALUES (?)")
  database.transaction(() => sections.forEach((section) => insert.run(section)))()
  const select = database
    .prepare("SELECT text FROM section WHERE section MATCH ? ORDER BY rank, rowid LIMIT 40")
    .pluck()
  return (question) => {
    const words = wordsOf(question)
    return words.length === 0 ? [] : select.all(words.map((word) => `"${word}"`).join(" OR "))
  }
}

/** Opens MiniSearch over the same sections, with its defaults. */
export function openMiniSearch(sections) {
  const engine = new MiniSearch({ fields: ["text"] })
  engine.addAll(sections.map((text, id) => ({ id, text })))
  return (question) =>
    engine
      .search(question)
      .slice(0, 40)
      .map(({ id }) => sections[id])
}

function readSections(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && DOCUMENTATION.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .flatMap((path) => cutSections(readFileSync(path, "utf8")))
}

async function askLectern({ url, key }, { library, question }) {
  const query = new URLSearchParams({
    libraryId: library,
    query: question.slice(0, 500),
    tokens: "5000",
    length: "full",
  })
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
  const response = await fetch(`${url.replace(/\/$/, "")}/api/v2/context?${query}`, { headers })
  if (response.status === 404) return []
  if (!response.ok) throw new Error(`lectern answers ${response.status} for ${library}: ${await response.text()}`)
  return (await response.text()).split(SEPARATOR)
}

/** Compares one engine with another: wins and losses, by the ids of questions answered within the paired budget. */
export function pair(ours, theirs, questions) {
  const won = questions.filter(({ id }) => ours(id) && !theirs(id)).map(({ id }) => id)
  const lost = questions.filter(({ id }) => !ours(id) && theirs(id)).map(({ id }) => id)
  return { won, lost, winsPerLoss: lost.length === 0 ? Number.POSITIVE_INFINITY : won.length / lost.length }
}

const percent = (count, total) => (total === 0 ? "-" : ((100 * count) / total).toFixed(1)).padStart(7)

function printShares(names, questions, isHit) {
  const groups = {
    all: () => `all, ${questions.length} questions`,
    library: ({ library }) => `library ${library}`,
    kind: ({ kind }) => `kind ${kind}`,
  }
  for (const labelOf of Object.values(groups)) {
    for (const label of [...new Set(questions.map((question) => labelOf(question)))].sort((a, b) => (a < b ? -1 : 1))) {
      const members = questions.filter((question) => labelOf(question) === label)
      const shares = names.map((name) => percent(members.filter(({ id }) => isHit(name, id)).length, members.length))
      console.log(`${label.padEnd(44)}${shares.map((share, at) => share.padStart(names[at].length + 3)).join("")}`)
    }
  }
}

async function measure(flags) {
  const questions = readQuestions(readFileSync(resolve(flags.questions), "utf8"))
  const tokens = new Map()
  const note = (engine, id, count) => tokens.set(`${engine} ${id}`, count)
  for (const library of new Set(questions.map((question) => question.library))) {
    const sections = readSections(join(resolve(flags.docs), library.slice(1).replace("/", "__")))
    const engines = { FTS5: openFts5(sections), MiniSearch: openMiniSearch(sections) }
    for (const question of questions.filter((asked) => asked.library === library)) {
      for (const [name, find] of Object.entries(engines))
        note(name, question.id, tokensToAnswer(find(question.question), question))
      if (flags.url) note("Lectern", question.id, tokensToAnswer(await askLectern(flags, question), question))
    }
  }
  return { questions, tokens }
}

async function main() {
  const { values: flags } = parseArgs({
    options: {
      docs: { type: "string" },
      questions: { type: "string" },
      url: { type: "string" },
      key: { type: "string" },
      lectern: { type: "string", default: fileURLToPath(new URL("baseline.json", import.meta.url)) },
    },
  })
  if (!flags.docs || !flags.questions) throw new Error("--docs and --questions are needed")
  const { questions, tokens } = await measure(flags)
  const missed = flags.url ? undefined : new Set(JSON.parse(readFileSync(flags.lectern, "utf8")).missed)
  const isHit = (name, id, budget = PAIRED_BUDGET) =>
    name === "Lectern" && missed ? !missed.has(id) : (tokens.get(`${name} ${id}`) ?? Number.POSITIVE_INFINITY) <= budget
  const names = ["Lectern", "FTS5", "MiniSearch"]
  console.log(`${`answered within ${PAIRED_BUDGET} tokens, %`.padEnd(44)}${names.map((name) => `   ${name}`).join("")}`)
  printShares(names, questions, isHit)
  for (const name of names.filter((engine) => flags.url || engine !== "Lectern")) {
    const shares = BUDGETS.map(
      (budget) =>
        `hit@${budget} ${percent(questions.filter(({ id }) => isHit(name, id, budget)).length, questions.length)}`,
    )
    console.log(`${name}: ${shares.join("  ")}`)
  }
  for (const name of names.slice(1)) {
    const { won, lost, winsPerLoss } = pair(
      (id) => isHit("Lectern", id),
      (id) => isHit(name, id),
      questions,
    )
    const ratio = Number.isFinite(winsPerLoss) ? winsPerLoss.toFixed(1) : "no loss"
    console.log(`Lectern against ${name}: won ${won.length}, lost ${lost.length}, wins per loss ${ratio}`)
    console.log(`  lost: ${lost.join(", ") || "-"}`)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().catch((error) => {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 2
  })
}
