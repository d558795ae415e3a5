/** A mark of Shiki, `[!code ++:3]`, with a change and the number of lines it applies to. */
const MARK = /\[!code (?:(--|\+\+)|[a-z][^\]\n]{0,60}?)(?::(\d{1,3}))?\]/
/** The start of a comment, which can contain text before the mark. */
const COMMENT = /\/\/|\/\*|<!--|#|--|;|%/
/** The rest of a comment that contained only a mark. */
const EMPTY_COMMENT = /(?:\{\/\*|\/\/|\/\*|<!--|#|--|;|%)[ \t]{0,8}(?:\*\/\}?|-->)?[ \t]*$/

/** A line of code without its mark. */
export interface MarkedLine {
  /** The line without the mark, and without its comment if it contains nothing else. */
  readonly text: string
  /** Undefined for marks that only highlight lines. */
  readonly change: "--" | "++" | undefined
  /** Number of lines that the mark applies to. */
  readonly lineCount: number
}

/** Parses the mark in a comment of a line: `// [!code --]`, `<!-- [!code ++:3] -->`, `// loads koi [!code focus]`. */
export function parseMarkedLine(line: string): MarkedLine | undefined {
  const found = line.includes("[!code ") ? MARK.exec(line) : null
  if (found === null) return undefined
  const before = line.slice(0, found.index)
  if (!COMMENT.test(before)) return undefined
  const after = line.slice(found.index + found[0].length)
  const rest = before.trimEnd() + (/^[ \t]*$/.test(after) ? "" : ` ${after.trim()}`)
  const change = found[1] === "--" || found[1] === "++" ? found[1] : undefined
  return { text: rest.replace(EMPTY_COMMENT, "").trimEnd(), change, lineCount: Number(found[2] ?? 1) }
}

/** Returns true if marks say that lines of the code were removed, so that the code is not current as a whole. */
export function hasRemovedLines(code: string): boolean {
  return code.includes("[!code --") && code.split("\n").some((line) => parseMarkedLine(line)?.change === "--")
}

/** Converts the marks of Shiki for removed and added lines to the signs of a diff at the start of every line. */
export function toDiff(code: string): string {
  let sign = " "
  let remaining = 0
  const shown = code.split("\n").flatMap((line) => {
    const mark = parseMarkedLine(line)
    const text = mark?.change === undefined ? line : mark.text
    if (mark?.change !== undefined) {
      sign = mark.change === "--" ? "-" : "+"
      remaining = mark.lineCount
      // A mark on a line of its own applies to the lines below it.
      if (text === "") return []
    }
    return remaining-- > 0 ? [sign + text] : [text === "" ? "" : ` ${text}`]
  })
  return shown.join("\n")
}
