import { LIMITS } from "@lectern/contract"
import { z } from "zod"
import { CliFailure, EXIT_CODES } from "../terminal/exit-codes.ts"

/** A question with quotations of the documentation that answer it. */
export interface EvalQuestion {
  /** As given, else the number of its line. */
  readonly id: string
  readonly question: string
  /** Ways to answer it; one is enough, and needs all of its quotations. */
  readonly ways: readonly (readonly string[])[]
  /** What the figures are split by; `-` when not given. */
  readonly kind: string
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
  evidence: Quotations,
  alternatives: z.array(Quotations).default([]),
  kind: z.string().min(1).default("-"),
})

/**
 * Reads questions, one JSON object a line: `question`, `evidence` (a quotation or several), and where wanted `id`, `kind` and
 * `alternatives`. Empty lines and other fields are left out.
 *
 * @throws {CliFailure} naming the line that is none, or when there are no questions.
 */
export function parseQuestions(text: string): readonly EvalQuestion[] {
  const questions: EvalQuestion[] = []
  const lineById = new Map<string, number>()
  for (const [at, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue
    const question = readLine(line, at + 1)
    const earlier = lineById.get(question.id)
    if (earlier !== undefined) throw wrong(at + 1, `the id ${question.id} stands on line ${earlier} already`)
    lineById.set(question.id, at + 1)
    questions.push(question)
    if (questions.length > MAX_QUESTIONS) throw wrong(at + 1, `there are more than ${MAX_QUESTIONS} questions`)
  }
  if (questions.length === 0) throw new CliFailure(EXIT_CODES.usage, "there are no questions in it")
  return questions
}

function readLine(line: string, number: number): EvalQuestion {
  let json: unknown
  try {
    json = JSON.parse(line)
  } catch {
    throw wrong(number, `is not JSON: write {"question": "…", "evidence": "…"}`)
  }
  const parsed = Line.safeParse(json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw wrong(number, `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "is wrong"}`)
  }
  const { id = String(number), question, evidence, alternatives, kind } = parsed.data
  return { id, question, kind, ways: [evidence, ...alternatives] }
}

function wrong(line: number, message: string): CliFailure {
  return new CliFailure(EXIT_CODES.usage, `line ${line} of the questions: ${message}`)
}
