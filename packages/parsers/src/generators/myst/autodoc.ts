import { autodocOf } from "../sphinx/autodoc.ts"
import { fenced, FenceTracker } from "../../document/fences.ts"
import { type IncludeContext, MAX_LINE_CHARACTERS, type SourceLine } from "../includes/include-context.ts"
import { containsAny } from "../../base/contains-any.ts"

const OPENING =
  /^ {0,3}(`{3,}|~{3,}|:{3,})\{(eval-rst|(?:py:)?(?:auto[a-z_]+|module|currentmodule))\}[ \t]*(\S.*?)?[ \t]*$/

/** Checks quickly whether a MyST page may document source code. */
export function hasMystAutodoc(text: string): boolean {
  return (
    containsAny(text, "{auto", "py:auto", ".. auto") &&
    (/^ {0,3}(?:```+|~~~+|:::+)\{(?:py:)?auto[a-z_]+\}/m.test(text) || /^\.\. (?:py:)?auto[a-z_]+::/m.test(text))
  )
}

/**
 * Expands the directives of Sphinx's autodoc on MyST pages, in their own fences (```` ```{autofunction} net ````) or in reStructuredText
 * (```` ```{eval-rst} ````). The result is an `{eval-rst}` fence.
 */
export function expandMystAutodoc(lines: readonly SourceLine[], context: IncludeContext): readonly SourceLine[] {
  if (!lines.some(({ text }) => OPENING.test(text.slice(0, MAX_LINE_CHARACTERS)))) return lines
  const expand = autodocOf(context)
  const fences = new FenceTracker()
  const out: SourceLine[] = []
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]
    if (line === undefined) break
    const fence = fences.isInside ? undefined : fenceAt(lines, index)
    if (fence === undefined) {
      fences.next(line.text)
      out.push(line)
      continue
    }
    const made = expand(fence.content)
    out.push(...(made === fence.content ? lines.slice(index, fence.end + 1) : inFence(made, line.at)))
    index = fence.end
  }
  return out
}

interface Fence {
  /** Content of the fence in reStructuredText. */
  readonly content: readonly SourceLine[]
  /** Index of the fence's last line. */
  readonly end: number
}

/** Parses the fence that starts at a line. @returns undefined if no fence with reStructuredText starts there. */
function fenceAt(lines: readonly SourceLine[], start: number): Fence | undefined {
  const line = lines[start]
  const opening = line === undefined ? null : OPENING.exec(line.text.slice(0, MAX_LINE_CHARACTERS))
  if (line === undefined || opening === null) return undefined
  const [, mark = "", name = "", argument = ""] = opening
  let end = start + 1
  while (end < lines.length && !isClosing(lines[end]?.text ?? "", mark)) end++
  const body = lines.slice(start + 1, end)
  if (name === "eval-rst") return { content: body, end }
  const options = body.map(({ text, at }) => ({ text: text.trim() === "" ? "" : `   ${text}`, at }))
  return { content: [{ text: `.. ${name}:: ${argument}`.trimEnd(), at: line.at }, ...options], end }
}

function isClosing(text: string, mark: string): boolean {
  const closing = text.trim()
  return closing.length >= mark.length && closing === (mark[0] ?? "").repeat(closing.length)
}

function inFence(lines: readonly SourceLine[], at: number): readonly SourceLine[] {
  const text = fenced(lines.map((line) => line.text).join("\n"), "{eval-rst}")
  return text.split("\n").map((line, index) => ({ text: line, at: lines[index - 1]?.at ?? lines.at(-1)?.at ?? at }))
}
