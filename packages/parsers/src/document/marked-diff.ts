/** Marks of Shiki, `[!code ++:3]`, and of Torchlight, `[tl! focus add:3]`. */
const MARK = /\[!code (?:(--|\+\+)|[a-z][^\]\n]{0,60}?)(?::(\d{1,3}))?\]|\[tl! ([^\]\n]{1,200})\]/g
/** The start of a comment, which can contain text before the mark. */
const COMMENT = /\/\/|\/\*|<!--|#|--|;|%/
/** The rest of a comment that contained only a mark, at the end of a line or before other code. */
const EMPTY_COMMENT = /(?:\{\/\*|\/\/|\/\*|<!--|\{\{--|\{\{?#|#|--|;|%)[ \t]{0,8}(?:\*\/\}?|--\}\}|-->|#\}\}?)?[ \t]*$/
const EMPTY_BLOCK_COMMENT = /(?:\{\/\*|\/\*|<!--|\{\{--|\{\{?#)[ \t]{0,8}(?:\*\/\}?|--\}\}|-->|#\}\}?)[ \t]{0,8}/g
/** A change in a mark of Torchlight, with the lines that it applies to: `add`, `--:2`, `remove:start`, `++:-1,4`. */
const TORCHLIGHT_CHANGE = /^(add|\+\+|remove|--)(?::(?:(start|end|all)|(-?\d{1,3})(?:,(\d{1,3}))?))?$/

/** Added or removed lines: some around the mark, or all lines, or those from one mark to another. */
type Change = LinesChange | OpenChange

interface LinesChange {
  readonly sign: "+" | "-"
  /** Numbers of lines relative to the line with the mark, which is 0. */
  readonly first: number
  readonly last: number
}

interface OpenChange {
  readonly sign: "+" | "-"
  readonly range: "start" | "end" | "all"
}

/** A line of code without its marks. */
export interface MarkedLine {
  /** The line without its marks, and without their comments if these contain nothing else. */
  readonly text: string
  /** Empty for marks that only highlight lines. */
  readonly changes: readonly Change[]
}

/** Parses the marks of a line: `// [!code --]`, `<!-- [!code ++:3] -->`, `// loads koi [tl! focus]`. Undefined if it has none. */
export function parseMarkedLine(line: string): MarkedLine | undefined {
  const marks = line.includes("[!code ") || line.includes("[tl! ") ? [...line.matchAll(MARK)] : []
  const [first] = marks
  if (first === undefined || !isMark(line, first)) return undefined
  const text = textWithout(marks, line)
  return { text, changes: marks.flatMap((mark) => changesOf(mark, text === "")) }
}

/** Returns true for a mark in a comment. Torchlight also has marks at the end of text, which has no comments. */
function isMark(line: string, { index, 0: mark, 3: torchlight }: RegExpExecArray): boolean {
  const isAtEnd = line.slice(index + mark.length).trim() === ""
  return (torchlight !== undefined && isAtEnd) || COMMENT.test(line.slice(0, index))
}

function textWithout(marks: readonly RegExpExecArray[], line: string): string {
  let text = ""
  let end = 0
  for (const { index, 0: mark } of marks) {
    text = joined(text, line.slice(end, index))
    end = index + mark.length
  }
  const rest = joined(text, line.slice(end)).replace(EMPTY_BLOCK_COMMENT, "")
  return rest.replace(EMPTY_COMMENT, "").trimEnd()
}

/** Joins the text around a mark, with the indentation of the line. */
function joined(before: string, after: string): string {
  if (before === "") return after.trimEnd()
  return after.trim() === "" ? before : `${before} ${after.trim()}`
}

/** @param isAlone true for marks on a line of their own, which apply to the lines below it. */
function changesOf([, shiki, count, torchlight]: RegExpExecArray, isAlone: boolean): Change[] {
  if (torchlight !== undefined) return torchlight.split(/\s+/).flatMap((word) => torchlightChange(word, isAlone))
  if (shiki === undefined) return []
  const lines = Number(count ?? 1)
  return [{ sign: shiki === "--" ? "-" : "+", first: 0, last: isAlone ? lines : lines - 1 }]
}

function torchlightChange(word: string, isAlone: boolean): Change[] {
  const found = TORCHLIGHT_CHANGE.exec(word)
  if (found === null) return []
  const [, name = "", range, from, length] = found
  const sign = name === "remove" || name === "--" ? "-" : "+"
  if (range === "start" || range === "end" || range === "all") return [{ sign, range }]
  const at = Number(from ?? 0)
  if (length !== undefined) return [{ sign, first: at, last: at + Number(length) - 1 }]
  return [{ sign, first: Math.min(at, 0), last: at === 0 && isAlone ? 1 : Math.max(at, 0) }]
}

/** Returns true if marks say that lines of the code were removed, so that the code is not current as a whole. */
export function hasRemovedLines(code: string): boolean {
  if (!code.includes("[!code --") && !code.includes("[tl! ")) return false
  return code.split("\n").some((line) => parseMarkedLine(line)?.changes.some(({ sign }) => sign === "-"))
}

/** Converts the marks for removed and added lines to the signs of a diff at the start of every line. */
export function toDiff(code: string): string {
  const lines = code.split("\n").map((line) => ({ line, mark: parseMarkedLine(line) }))
  const signs = signsOf(lines.map(({ mark }) => mark?.changes ?? []))
  const shown = lines.flatMap(({ line, mark }, at) => {
    const sign = signs[at] ?? ""
    if (mark?.text === "") return []
    const text = mark?.text ?? line
    return sign === "" && text === "" ? [""] : [(sign || " ") + text]
  })
  return shown.join("\n")
}

/** Returns the sign of every line; empty for lines that did not change. Changes of single lines take precedence over open ones. */
function signsOf(changesByLine: readonly (readonly Change[])[]): readonly string[] {
  const signs = openSigns(changesByLine)
  for (const [at, changes] of changesByLine.entries()) {
    for (const change of changes) {
      if ("range" in change) continue
      const end = Math.min(at + change.last, signs.length - 1)
      for (let line = Math.max(0, at + change.first); line <= end; line++) signs[line] = change.sign
    }
  }
  return signs
}

/** Returns the signs of the lines in changes that start at one mark and end at another, or apply to all lines. */
function openSigns(changesByLine: readonly (readonly Change[])[]): string[] {
  const open = changesByLine.map((changes) => changes.filter((change) => "range" in change))
  let sign: string = open.flat().find(({ range }) => range === "all")?.sign ?? ""
  return open.map((changes) => {
    sign = changes.find(({ range }) => range === "start")?.sign ?? sign
    const shown = sign
    if (changes.some((change) => change.range === "end" && change.sign === sign)) sign = ""
    return shown
  })
}
