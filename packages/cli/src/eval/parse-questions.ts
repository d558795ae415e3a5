import { LIMITS } from "@lectern/contract"
import { z } from "zod"
import { CliFailure, EXIT_CODES } from "../terminal/exit-codes.ts"

/** A question with quotations from the documentation that answer it. */
export interface EvalQuestion {
  /** The given id, else the line number. */
  readonly id: string
  readonly question: string
  /** Alternative answers, each a list of quotations that are all required. */
  readonly ways: readonly (readonly string[])[]
  /** Group in the results; `-` if not given. */
  readonly kind: string
}

/** The questions of a file. */
export interface ParsedQuestions {
  readonly questions: readonly EvalQuestion[]
  /** Number of questions without evidence. */
  readonly unfinished: number
}

const MAX_QUESTIONS = 10_000
const Quotations = z.union([
  z
    .string()
    .min(1)
    .transform((text) => [text]),
  z.array(z.string().min(1)).min(1),
])
const Line = z.object({
  id: z.coerce.string().min(1).optional(),
  question: z.string().min(1).max(LIMITS.queryMaxCharacters),
  /** Empty in the files that `lectern questions list --out` writes. */
  evidence: z.union([z.literal(""), Quotations]),
  alternatives: z.array(Quotations).default([]),
  kind: z.string().min(1).default("-"),
})

/**
 * Parses questions, one JSON object per line: `question`, `evidence` (one or more quotations), and optionally `id`, `kind`
 * and `alternatives`. Empty lines and other fields are ignored.
 *
 * @throws {CliFailure} if a line is invalid, or there are no questions.
 */
export function parseQuestions(text: string): ParsedQuestions {
  const questions: EvalQuestion[] = []
  let unfinished = 0
  const lineById = new Map<string, number>()
  for (const [at, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue
    const question = parseLine(line, at + 1)
    const earlier = lineById.get(question.id)
    if (earlier !== undefined) throw invalidLine(at + 1, `the id ${question.id} is already used on line ${earlier}`)
    lineById.set(question.id, at + 1)
    if (question.ways.length === 0) {
      unfinished++
      continue
    }
    questions.push(question)
    if (questions.length > MAX_QUESTIONS) throw invalidLine(at + 1, `more than ${MAX_QUESTIONS} questions`)
  }
  if (questions.length === 0) {
    const what = unfinished === 0 ? "questions" : "questions with evidence"
    throw new CliFailure(EXIT_CODES.usage, `the file contains no ${what}`)
  }
  return { questions, unfinished }
}

function parseLine(line: string, number: number): EvalQuestion {
  let json: unknown
  try {
    json = JSON.parse(line)
  } catch {
    throw invalidLine(number, `invalid JSON: write {"question": "…", "evidence": "…"}`)
  }
  const parsed = Line.safeParse(json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw invalidLine(number, `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "invalid"}`)
  }
  const { id = String(number), question, evidence, alternatives, kind } = parsed.data
  return { id, question, kind, ways: [...(evidence === "" ? [] : [evidence]), ...alternatives] }
}

function invalidLine(line: number, message: string): CliFailure {
  return new CliFailure(EXIT_CODES.usage, `invalid question on line ${line}: ${message}`)
}
