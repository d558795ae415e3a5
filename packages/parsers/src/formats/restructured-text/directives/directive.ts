import type { LineSpan } from "../../../document/document.ts"
import { isBlank } from "../blocks/lines.ts"
import { LineCursor } from "../blocks/line-cursor.ts"
import { isObjectDirective } from "./directive-kinds.ts"

/** The parts of a directive: `.. name:: argument`, `:option: value` lines, body. */
export interface Directive {
  /** In lower case, including the domain. */
  readonly name: string
  /** The argument on one line. */
  readonly argument: string
  readonly argumentLines: readonly string[]
  readonly options: Readonly<Record<string, string>>
  /** Lines nested one level deeper than the directive. */
  readonly body: LineCursor
  /** Nesting level of the directive. */
  readonly depth: number
  /** Line of the file with the directive's name. */
  readonly nameLine: LineSpan
  /** All lines of the directive. */
  readonly lines: LineSpan
  /** Text after the directive, to compare with a section title. */
  readonly next: string
  /** True if text at the level of the directive follows directly. */
  readonly isFollowed: boolean
}

/**
 * Splits a directive into its parts.
 *
 * @param content the argument on the line of the directive, then the indented lines below it, dedented.
 */
export function parseDirective(
  writtenName: string,
  content: LineCursor,
  context: Pick<Directive, "next" | "isFollowed">,
): Directive {
  const name = writtenName.toLowerCase()
  const { lines, firstLine, depth } = content
  const { argumentLines, end } = parseArgument(name, content)
  const { options, bodyStart } = parseOptions(content, end)
  return {
    name,
    argument: argumentLines.join(" ").trim(),
    argumentLines,
    options,
    body: new LineCursor(lines.slice(bodyStart), firstLine + bodyStart, depth),
    depth: depth - 1,
    nameLine: content.span(0),
    lines: content.span(0, lines.length),
    ...context,
  }
}

function parseArgument(name: string, content: LineCursor): { argumentLines: readonly string[]; end: number } {
  // The file name may be on the line below the directive.
  const start = /^(?:image|figure|include|literalinclude)$/.test(name) && isBlank(content.lineAt(0)) ? 1 : 0
  const maxEnd = isObjectDirective(name) ? content.lines.length : start + 1
  const argumentLines: string[] = []
  let end = start
  while (end < maxEnd && !isBlank(content.lineAt(end)) && !/^ *:[\w-]+:(?: |$)/.test(content.lineAt(end))) {
    argumentLines.push(content.lineAt(end++).trim())
  }
  return { argumentLines, end: Math.max(1, end) }
}

function parseOptions(
  content: LineCursor,
  start: number,
): { options: Readonly<Record<string, string>>; bodyStart: number } {
  const options: Record<string, string> = {}
  let last = ""
  let at = start
  for (; !isBlank(content.lineAt(at)); at++) {
    const line = content.lineAt(at)
    const option = /^ *:([\w-]+):(?: +(.*))?$/.exec(line)
    if (option !== null) options[(last = option[1] ?? "")] = option[2] ?? ""
    else if (last !== "" && /^\s/.test(line)) options[last] += ` ${line.trim()}`
    else break
  }
  return { options, bodyStart: at }
}

/** Returns true if a directive has text in its body. */
export function hasBody({ body }: Directive): boolean {
  return body.lines.some((line) => !isBlank(line))
}

/** Returns the letters and digits of a text in lower case, to compare names. */
export function bareName(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, "")
}
