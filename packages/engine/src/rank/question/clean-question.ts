import { unescapeQuestion } from "./unescape-question.ts"

/**
 * Lines of stack traces that say where a program was, not what went wrong. Each pattern is for one family of languages:
 * JVM, .NET and Node write "at …", Python "File …, line …", Ruby and Elixir "from …" and "(app) file:line:", Go and Rust a
 * separate line for the location, PHP and Rust number their frames.
 */
const FRAME_LINES: readonly RegExp[] = [
  /^\s*at\s+(?:async\s+|new\s+)?[^\s(]+(?:\s\[as [^\]]+\])?\s?\(.*\)/,
  /^\s*at\s+(?:async\s+)?(?:<anonymous>|\S+:\d+)\)?\s*$/,
  /^\s*File ".*", line \d+/,
  /^\s*from\s+\S+:\d+:in\b/,
  /^\s*\(\S+(?:\s[\d.]+)?\)\s+\S+:\d+:\s/,
  /^\s*#\d+\s+(?:\{main\}|\S+\(\d+\):|\[internal function\]|0x[0-9a-f]+ )/i,
  /^\s*\d+:\s+(?:0x[0-9a-f]+ - )?[^\s:]+::\S/,
  /^\s+\S+\.(?:go|rs|c|cc|cpp):\d+(?::\d+)?(?:\s\+0x[0-9a-f]+)?\s*$/,
  /^(?:created by )?[\w./*-]+(?:\(\*?\w+\)\.\w+)?\((?:0x[0-9a-f]+|[.,?{}\s])+\)\s*$/i,
  /^created by \S+(?: in goroutine \d+)?\s*$/,
  /^\s*-->\s+\S+:\d+:\d+\s*$/,
  /^\s*\.\.\. \d+ (?:more|common frames omitted)\s*$/,
  /^\s*(?:stack ?trace|stack backtrace|traceback \(most recent call last\)|backtrace):\s*$/i,
  /^\s*--- end of .*stack trace/i,
  /^\s*goroutine \d+ \[.*\]:\s*$/,
  /^\s*(?:node:)?internal\/\S+:\d+\s*$/,
  /^\s*(?:\S*[/\\])?[^\s/\\:]+\.\w{1,4}:\d+(?::\d+)?\s*$/,
  /^\s*thrown in\s.+\s+on line \d+\s*$/,
  /^\s*note: (?:run with `RUST_BACKTRACE=|some details are omitted)/i,
  /^\s*Node\.js v[\d.]+\s*$/,
  /^exit status \d+\s*$/,
  /^\s*[\^~|-][\s^~|-]*$/,
]

/** Characters around pasted text that do not belong to it. */
const FRINGES: readonly RegExp[] = [
  // Markdown fences, with their language.
  /^[ \t>]*(?:`{3,}|~{3,})[^\s`]*[ \t]*$/gm,
  // Prompts: Python, IPython and Ruby; shells with user and machine; PowerShell and Windows.
  /^[ \t]*(?:>>>|\.\.\.(?! \d)|In ?\[\d+\]:|Out ?\[\d+\]:|irb\([^)\n]{1,40}\):\d+(?::\d+)?[>*"'])(?=\s|$)/gm,
  /^[ \t]*(?:\([\w.-]{1,40}\) ?)?\[?[\w.-]{1,40}@[\w.-]{1,60}(?:[: ][^\s$#%>]{0,120})?\]?[ \t]?[$#%>](?=\s|$)/gm,
  /^[ \t]*(?:PS )?[a-z]:\\[^\s>]{0,120}>/gim,
  // The service name that Docker Compose puts before a line.
  /^[ \t]*[\w.-]{1,60}[-_]\d{1,3}[ \t]+\|[ \t]/gm,
]

/** A frame of Python; its line of code follows, indented further. */
const PYTHON_FRAME = /^(\s*)File ".*", line \d+/
/** A frame of Go without arguments looks like any call; the location on the next line identifies it. */
const GO_FRAME = /^[\w./*-]+(?:\(\*?\w+\)\.\w+)?\(\)\s*$/
const GO_LOCATION = /^\s+\S+\.go:\d+/
/** The prefix of a line of code in messages of Rust's compiler. */
const GUTTER = /^\s*\d*\s+\|\s?/

/** Parts of a line that identify one run, one machine or one location in a file. */
const NOISE: readonly RegExp[] = [
  /\bhttps?:\/\/(?=[\w[])/gi,
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi,
  /\b\d{4}[-/]\d{2}[-/]\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?/g,
  /\b\d{8}T\d{6}Z?\b/g,
  /\b\d{1,2}\/(?:\d{1,2}|[A-Z][a-z]{2})\/\d{4}\b:?/g,
  /\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? )?(?:(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) {1,2}\d{1,2}|\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?: \d{4})?),? (?=\d{1,2}:\d{2})/g,
  /\b\d{1,2}:\d{2}:\d{2}(?:[.,]\d+)?\b(?: ?[AP]M\b)?(?: (?:[+-]\d{4}|UTC|GMT))?/g,
  /\b0x[0-9a-f]+\b/gi,
  /\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{12,64}\b/gi,
  /\b(?:on\s+)?line:?\s+\d+(?:,? col(?:umn)?:?\s+\d+)?\b/gi,
  /\b(?=[a-f]*\d+[a-f]+\d)[0-9a-f]{7,11}\b/g,
  /\b\d{7,}\b/g,
  // Tokens and keys: names in programs do not mix upper and lower case between three numbers.
  /\beyJ[\w-]{8,}(?:\.[\w-]+){0,2}/g,
  /(?<![\w+])(?=[A-Z\d+]*[a-z])(?=[a-z\d+]*[A-Z])(?=[A-Za-z+]*(?:\d+[A-Za-z+]+){2}\d)[A-Za-z\d+]{20,}={0,2}/g,
  /\b[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,5}[a-z]{2,24}\b(?!:)/gi,
]
/** Absolute paths, file URLs, and file names with a line number, including the file name itself. */
const PATHS: readonly RegExp[] = [
  /\bfile:\/\/\/?[^\s"'`)]+/gi,
  /(?<![\w/.:])(?:\/(?:home|users|usr|var|opt|tmp|app|srv|root|etc|mnt|private|workspace|builds?|code|src|go|rustc|nix|snap|lib)\/)[^\s"'`:()]+(?::\d+(?::\d+)?|\(\d+\))?/gi,
  /\b[a-z]:\\[^\s"'`()]+(?::line \d+)?/gi,
  /(?<!\w)(?:\.{0,2}\/)?(?:[\w@.-]{1,200}\/){0,50}(?:node_modules|site-packages|dist-packages|vendor|\.cargo|\.m2)\/[^\s"'`:()]+(?::\d+(?::\d+)?|\(\d+\))?/gi,
  /(?<![\w/])(?:[\w@.-]{1,200}\/){1,50}[\w@.-]{1,200}\.\w{1,5}(?::\d+(?::\d+)?|\(\d+\))/g,
  /\b[\w-]{1,200}\.(?:py|js|mjs|cjs|ts|tsx|jsx|java|kt|rs|go|php|cs|rb|ex|exs|vue|svelte)(?::\d+(?::\d+)?|\(\d+\))/g,
]

function withoutFrames(lines: readonly string[]): string[] {
  const kept: string[] = []
  let codeOfFrame: string | undefined
  for (const [at, line] of lines.entries()) {
    const frame = PYTHON_FRAME.exec(lines[at - 1] ?? "")
    if (frame !== null && line.startsWith(`${frame[1]}  `) && !PYTHON_FRAME.test(line)) {
      codeOfFrame = line
      continue
    }
    const isGoFrame = GO_FRAME.test(line) && GO_LOCATION.test(lines[at + 1] ?? "")
    if (isGoFrame || FRAME_LINES.some((form) => form.test(line))) {
      continue
    }
    if (codeOfFrame !== undefined && line.trim() !== "") {
      // Only the innermost line went wrong; the others called it.
      kept.push(codeOfFrame)
      codeOfFrame = undefined
    }
    kept.push(line.replace(GUTTER, ""))
  }
  return kept
}

function withoutFringes(text: string): string {
  return FRINGES.reduce((rest, form) => rest.replace(form, " "), text)
}

/**
 * Removes the parts of a question that say nothing about its subject: stack frames, paths, line numbers, hashes, memory addresses, times,
 * ids, keys, email addresses, prompts and fences. The user's words, error names and messages, quoted names and options remain, with
 * the effects of copying undone.
 *
 * @param question any text, of one or more lines.
 * @returns the rest, in its order; the question itself when nothing would remain.
 */
export function cleanQuestion(question: string): string {
  const lines = withoutFringes(unescapeQuestion(question)).split(/\r?\n/)
  let text = (lines.length > 1 ? withoutFrames(lines) : lines).join("\n")
  for (const form of [...PATHS, ...NOISE]) {
    text = text.replace(form, " ")
  }
  return /[\p{L}\p{N}]/u.test(text) ? text : question
}
