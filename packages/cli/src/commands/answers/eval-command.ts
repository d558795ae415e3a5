import { countOf } from "@lectern/contract"
import { readFile } from "node:fs/promises"
import { text as readAll } from "node:stream/consumers"
import { ApiError } from "@lectern/client"
import { type Command, InvalidArgumentError } from "commander"
import { type Session, withSession } from "../../session/connect.ts"
import {
  BUDGETS,
  type Figures,
  figuresByKind,
  figuresOf,
  type Measured,
  missesOf,
  PAIRED_BUDGET,
  pairMeasured,
} from "../../eval/figures.ts"
import { type EvalQuestion, parseQuestions } from "../../eval/parse-questions.ts"
import { tokensToAnswer } from "../../eval/tokens-to-answer.ts"
import { asFileFailure, CliFailure, EXIT_CODES } from "../../terminal/exit-codes.ts"
import { isAbsent } from "../../terminal/optional-files.ts"
import type { Terminal } from "../../terminal/terminal.ts"
import { findLibraryId } from "../../session/find-library-id.ts"
import { type ApiOptions, apiCommand, type CommandContext, terminalOf } from "../../session/command-context.ts"

interface EvalOptions extends ApiOptions {
  readonly compare?: string | undefined
  readonly compareUrl?: string | undefined
  readonly compareApiKey?: string | undefined
  readonly min?: number | undefined
  readonly save?: boolean | undefined
}

/** Results of one library on one server. */
interface Evaluation {
  readonly library: string
  readonly url: string | undefined
  readonly measured: readonly Measured[]
}

const STANDARD_INPUT = "-"

/** `lectern eval <library> [questions]`: measures how well a library answers your own questions. */
export function evalCommand(context: CommandContext): Command {
  return apiCommand("eval <library> [questions]", "measure how well a library answers your own questions", [
    "eval /honojs/website questions.jsonl",
    "eval /fastapi/fastapi questions.jsonl --compare /fastapi/fastapi/0.115",
    "eval hono questions.jsonl --compare-url https://docs.example.com --json",
    "eval hono - < questions.jsonl",
    "eval /honojs/website questions.jsonl --min 80",
  ])
    .option(
      "--min <percent>",
      "exit with code 1 if a lower percentage of the questions is answered within 2,000 tokens",
      percentOf,
    )
    .option("--save", "save that percentage as the benchmark score of the library")
    .option("--compare <library>", "also ask this library or version")
    .option("--compare-url <address>", "also ask the server at this URL")
    .option("--compare-api-key <key>", "key for that server; without it, no key is sent")
    .action(async (library: string, path: string | undefined, options: EvalOptions) => {
      const { questions, unfinished } = parseQuestions(await readText(context, path ?? STANDARD_INPUT))
      const terminal = terminalOf(context, options)
      if (unfinished > 0) terminal.note(`skipped ${countOf(unfinished, "question")} without evidence`)
      const ours = await withSession(options, context, (session) => evaluate(session, terminal, library, questions))
      const theirs = await evaluateOther(context, options, { library, questions })
      terminal.printJson(jsonOf(ours, theirs))
      for (const line of linesOf(ours, theirs)) terminal.print(line)
      const { hit2000 } = figuresOf(ours.measured)
      if (options.save === true) {
        const libraryId = withoutVersion(ours.library)
        await withSession(options, context, ({ client, signal }) =>
          client.updateLibrary(libraryId, { benchmarkScore: hit2000 }, { signal }),
        )
        terminal.note(`saved ${hit2000} as the benchmark score of ${libraryId}`)
      }
      if (options.min !== undefined && hit2000 < options.min) {
        terminal.note(`${hit2000} % of the questions are answered within ${PAIRED_BUDGET} tokens, not ${options.min} %`)
        context.exitWith(EXIT_CODES.failure)
      }
    })
}

/** Removes the version from an id, because a score belongs to the whole library. */
function withoutVersion(libraryId: string): string {
  const [, owner = "", repo = ""] = libraryId.split("/")
  return `/${owner}/${repo.split("@", 1).join("")}`
}

function percentOf(text: string): number {
  const percent = Number(text)
  if (text.trim() === "" || !(percent >= 0 && percent <= 100)) {
    throw new InvalidArgumentError("Pass a number from 0 to 100.")
  }
  return percent
}

async function readText(context: CommandContext, path: string): Promise<string> {
  try {
    return path === STANDARD_INPUT ? await readAll(context.io.stdin) : await readFile(path, "utf8")
  } catch (thrown) {
    if (!isAbsent(thrown)) throw asFileFailure(thrown, { path })
    throw new CliFailure(
      EXIT_CODES.notFound,
      `cannot read ${path}: pass a file with questions, or - for standard input`,
    )
  }
}

async function evaluateOther(
  context: CommandContext,
  options: EvalOptions,
  { library, questions }: { readonly library: string; readonly questions: readonly EvalQuestion[] },
): Promise<Evaluation | undefined> {
  const { compare, compareUrl, compareApiKey } = options
  if (compare === undefined && compareUrl === undefined) return undefined
  // A key is sent only to the server that it was given for.
  const connection = compareUrl === undefined ? options : { url: compareUrl, apiKey: compareApiKey ?? "" }
  const terminal = terminalOf(context, options)
  const found = await withSession(connection, context, (session) =>
    evaluate(session, terminal, compare ?? library, questions),
  )
  return { ...found, url: compareUrl }
}

async function evaluate(
  session: Session,
  terminal: Terminal,
  name: string,
  questions: readonly EvalQuestion[],
): Promise<Evaluation> {
  const [first] = questions
  const library = await findLibraryId(session, terminal, { library: name, question: first?.question })
  // Loaded on demand: the tokenizer takes 60 MB of memory, and only this command needs it.
  const { countTokens } = await import("gpt-tokenizer/encoding/o200k_base")
  const measured: Measured[] = []
  for (const [at, question] of questions.entries()) {
    if (terminal.isWatched) terminal.draw(`\r${library}: ${at + 1} of ${questions.length} questions`)
    const answer = await ask(session, library, question)
    const tokens = tokensToAnswer(answer, question.ways, (text) => countTokens(text))
    measured.push({ ...question, tokens: Number.isFinite(tokens) ? tokens : null })
  }
  if (terminal.isWatched) terminal.draw("\n")
  return { library, url: undefined, measured }
}

/** Returns the text of an answer; empty if no snippet matches. */
async function ask({ client, signal }: Session, libraryId: string, { question }: EvalQuestion): Promise<string> {
  try {
    return await client.readContextText({ libraryId, query: question, tokens: BUDGETS[2] }, { signal })
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.code === "no_snippets_found") return ""
    throw thrown
  }
}

function jsonOf(ours: Evaluation, theirs: Evaluation | undefined): object {
  const describe = ({ library, url, measured }: Evaluation) => ({
    library,
    url,
    figures: figuresOf(measured),
    byKind: Object.fromEntries(figuresByKind(measured)),
    answers: measured.map(({ id, kind, question, tokens }) => ({ id, kind, question, tokens })),
  })
  const compared =
    theirs === undefined ? {} : { compared: describe(theirs), ...pairMeasured(ours.measured, theirs.measured) }
  return { ...describe(ours), ...compared }
}

const LABEL_WIDTH = 32
const FIGURE_WIDTH = 10

function row(label: string, cells: readonly string[]): string {
  return `${label.padEnd(LABEL_WIDTH)}${cells.map((cell) => cell.padStart(FIGURE_WIDTH)).join("")}`
}

function figuresRow(label: string, { questions, hit1000, hit2000, hit5000, medianTokens }: Figures): string {
  const shares = [hit1000, hit2000, hit5000].map((share) => share.toFixed(1))
  return row(`${label}, ${questions}`, [...shares, medianTokens === null ? "none" : String(medianTokens)])
}

function linesOf(ours: Evaluation, theirs: Evaluation | undefined): readonly string[] {
  const lines = tableOf(ours)
  if (theirs !== undefined) {
    const { won, lost } = pairMeasured(ours.measured, theirs.measured)
    lines.push("", ...tableOf(theirs), "")
    lines.push(`won ${won.length}: ${won.join(", ") || "none"}`, `lost ${lost.length}: ${lost.join(", ") || "none"}`)
  }
  const misses = missesOf(ours.measured)
  if (misses.length > 0) lines.push("", `not answered within ${PAIRED_BUDGET} tokens by ${ours.library}:`)
  for (const { id, question, tokens } of misses) {
    lines.push(`  ${id} (${tokens === null ? "not found" : `${tokens} tokens`})  ${question.replaceAll(/\s+/g, " ")}`)
  }
  return lines
}

function tableOf({ library, url, measured }: Evaluation): string[] {
  const head = row(url === undefined ? library : `${library} at ${url}`, [
    ...BUDGETS.map((budget) => `hit@${budget}`),
    "median",
  ])
  const byKind = figuresByKind(measured)
  const kinds = byKind.size > 1 ? [...byKind].map(([kind, figures]) => figuresRow(`  ${kind}`, figures)) : []
  return [head, figuresRow("all questions", figuresOf(measured)), ...kinds]
}
