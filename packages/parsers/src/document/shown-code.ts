import { hasRemovedLines, parseMarkedLine, toDiff } from "./marked-diff.ts"
import { packageCommands } from "./package-commands.ts"

/** A line that only tells the site which lines to highlight: `// highlight-next-line`, `<!-- highlight-end -->`, `// error-start`. */
const MARK_LINE =
  /^[ \t]*(?:\/\/|\/\*|\{\/\*|<!--|#|--|;|%|')[ \t]*(?:highlight|error|success|warning|focus)-(?:next-line|start|end)\b[^\n]{0,20}$/
/** Compiler errors that twoslash expects in an example. Pages also have these lines in code without the word `twoslash`. */
const EXPECTED_ERRORS = /^[ \t]*\/\/[ \t]*@(?:noErrors|errors:[ \d]+)$/
/** Options of Torchlight for a code block: `// torchlight! {"lineNumbers": false}`. */
const TORCHLIGHT_OPTIONS = /^[ \t]*(?:(?:\/\/|\/\*|<!--|\{\{--|#|--|;|%)[ \t]*)?torchlight! \{/
/** Compiler settings, and markers below a word whose type is queried. */
const TWOSLASH_LINE = /^[ \t]*\/\/[ \t]*(?:@(?!filename\b)\w+(?::.*)?|\^[?|^]*)[ \t]*$/
/** New and old code on one line, as marked on svelte.dev: `+++new+++`, `---old---`. */
const ADDED = /\+{3}(?=[^\s+])([^\n]{0,200}?[^\s+])\+{3}/g
const REMOVED = /-{3}(?=[^\s-])[^\n]{0,200}?[^\s-]-{3}/g
/** The same markers around several lines, before the first and after the last one. */
const ADDED_START = /^([ \t]*)\+{3}(?=[^+\s]|[ \t]+\S)/
const ADDED_END = /[^\s+]\+{3}[ \t]*$/
const REMOVED_START = /^[ \t]*-{3}(?=[^-\s]|[ \t]+\S)/
const REMOVED_END = /[^\s-]-{3}[ \t]*$/
/** Languages of such code blocks. In other languages, such as C, `a+++b; c+++d` is code. */
const WITH_CHANGES =
  /^(?:[cm]?[jt]s|[jt]sx|(?:java|type)script|svelte|vue|astro|html|css|scss|less|jsonc?|json5|toml|ya?ml|sh|bash|shell|tree)\b/
/** Markers of annotations whose comment MkDocs Material hides: `# (1)!`. */
const ANNOTATIONS = /((?:#|\/\/|\/\*|<!--|--|;|%)[ \t]?)(\(\d{1,2}\)!(?:[ \t]?\(\d{1,2}\)!){0,9})/g
/** The file of an example, and the start of its JavaScript variant, as marked on docs.nestjs.com. */
const FILE_MARK = /^[ \t]*@@filename\(([^()\n]{0,200})\)[ \t]*$/
const SWITCH_MARK = /^@@switch[ \t]*$/
/** Starts a file of an example that remark-typescript-tools compiles; sites do not show files marked `noEmit`. */
const VIRTUAL_FILE = /^[ \t]*\/\/ file: (\S{1,200})(?:[ \t]+(noEmit))?[ \t]*$/
/** Languages of such examples. */
const WITH_FILES = /^(?:tsx?|jsx?|typescript|javascript)\b/
/** Terminal colours, which pages represent with tags in console sessions. */
const TERMINAL_STYLE = /<(?:font color|(?:span|u) style)=/
const TERMINAL_TAG = /<\/?(?:font|span|u|b|i)(?: [^<>\n]{0,200})?>/g
/** Lines that keep the site's template engine from interpreting the code between them. */
const RAW_LINE = /^\{%-?[ \t]*(?:end)?raw[ \t]*-?%\}[ \t]*$/
/** Languages in which such lines are code themselves, because they are for templates or often made by them. */
const TEMPLATE_LANGUAGES =
  /^(?:$|[\s{]|(?:jinja|j2|liquid|twig|njk|nunjucks|django|html|htmldjango|xml|handlebars|hbs|erb|ejs|tera|svg|md|markdown|te?xt|plain|plaintext|none|sql|ya?ml|ansible|dockerfile|nginx|ini|conf|toml)(?:[^a-z]|$))/i
/** Code that dart.dev and flutter.dev highlight, `[!await!]`, in the languages of their examples: in others, it can be code. */
const HIGHLIGHTED = /\[!((?:(?!\[!|!\])[^\n]){1,200})!\]/g
const WITH_HIGHLIGHTS = /^(?:dart|ya?ml|kotlin|swift|java|groovy|gradle|xml|html|json|plaintext)\b/
const CUT = /^[ \t]*\/\/[ \t]*---cut(?:-(before|after|start|end))?---[ \t]*$/

/**
 * Removes the parts of a code block that its site does not show: line markers (Docusaurus, Shiki, Torchlight), and code that twoslash
 * compiles but hides. If lines are marked as removed, the code becomes a diff (see `shownLanguage`).
 *
 * @param info text after the opening fence.
 * @returns the code as the site shows it; empty for code that only other blocks use; unchanged if nothing else would remain.
 */
export function shownCode(info: string, code: string): string {
  const plain = code.includes("[!") && WITH_HIGHLIGHTS.test(info) ? code.replace(HIGHLIGHTED, "$1") : code
  if (plain.includes("raw") && !TEMPLATE_LANGUAGES.test(info)) return shownMarks(info, withoutRawLines(plain))
  if (plain.includes("// file: ") && WITH_FILES.test(info)) return shownMarks(info, shownFiles(plain))
  return shownMarks(info, plain)
}

function withoutRawLines(code: string): string {
  const lines = code.split("\n")
  return lines.some((line) => RAW_LINE.test(line)) ? lines.filter((line) => !RAW_LINE.test(line)).join("\n") : code
}

function shownMarks(info: string, code: string): string {
  const commands = packageCommands(info, code)
  if (commands !== undefined) return commands
  if (/^rust\b/.test(info) && /^[ \t]*#/m.test(code)) return shownRust(code)
  if (/^console\b/.test(info) && TERMINAL_STYLE.test(code)) return code.replace(TERMINAL_TAG, "")
  const isTwoslash = /\btwoslash\b/.test(info)
  if (isTwoslash && (/\btwoslash +include\b/.test(info) || isOnlySettings(code))) return ""
  if (/^@@filename\(/m.test(code) && /^(?:ts|js|typescript|javascript)\b/.test(info)) return shownVariant(code)
  if (
    !isTwoslash &&
    !/-(?:next-line|start|end)\b|\[!code |\[tl! |torchlight! |@errors:|@noErrors|\/\/ ?---cut|\+{3}|\(\d{1,2}\)!/.test(
      code,
    )
  )
    return code
  const marked = hasRemovedLines(code) ? toDiff(code) : code
  const lines = withoutOldCode(info, marked).replace(ANNOTATIONS, numbersOf).split("\n")
  const shown = afterCuts(lines, isTwoslash)
    .filter((line) => !MARK_LINE.test(line) && !EXPECTED_ERRORS.test(line) && !TORCHLIGHT_OPTIONS.test(line))
    .flatMap((line) => {
      const { text } = parseMarkedLine(line) ?? { text: line }
      return text === "" && line.trim() !== "" ? [] : [text]
    })
    .join("\n")
  return shown.trim() === "" ? code : shown
}

/** Returns the language of a code block as it is shown: that of its fence, or `diff`. */
export function shownLanguage(language: string, code: string): string {
  return hasRemovedLines(code) ? "diff" : language
}

/** Parts of a Python session with only blank lines between them are one example, unless the parts before are longer. */
export const MAX_SESSION_LINES = 80

/** Markers with which the highlighter for Python with SQL switches to SQL and back. */
const SQL_MARKS = /\{(?:execsql|printsql|opensql|sql|stop)\}/g

/** Returns true if a Python session contains SQL between markers, which sites do not show. */
export function isSqlSession(code: string): boolean {
  return /^ *>>> /m.test(code) && code.search(SQL_MARKS) >= 0
}

/** Removes the markers around SQL from a Python session. */
export function withoutSqlMarks(code: string): string {
  return code.replace(SQL_MARKS, "")
}

/**
 * Removes doctest options from a Python session, and markers around SQL, and shows `<BLANKLINE>` as a blank line, as Sphinx does.
 */
export function shownSession(written: string): string {
  const code = isSqlSession(written) ? withoutSqlMarks(written) : written
  if (!/doctest:|<BLANKLINE>/.test(code)) return code
  return code
    .split("\n")
    .map((line) =>
      line.includes("doctest:") ? line.replace(/#\s*doctest:.*$/, "").trimEnd() : line.replace(/^ *<BLANKLINE>/, ""),
    )
    .join("\n")
}

/** Removes lines that start with `# ` and unescapes `##`, as rustdoc and mdBook do. */
function shownRust(code: string): string {
  const shown = code
    .split("\n")
    .filter((line) => !/^[ \t]*#(?:[ \t]|$)/.test(line))
    .map((line) => line.replace(/^([ \t]*)##/, "$1#"))
    .join("\n")
  return shown.trim() === "" ? code : shown
}

/** Replaces annotation markers with their numbers, which the list below the code explains. */
function numbersOf(_: string, comment: string, marks: string): string {
  return comment + marks.replaceAll("!", "")
}

/** Returns true if twoslash would show nothing because all lines include other blocks or name files. */
function isOnlySettings(code: string): boolean {
  return (
    /@include\b/.test(code) && code.split("\n").every((line) => /^[ \t]*(?:\/\/[ \t]*(?:@\w|---cut).*)?$/.test(line))
  )
}

/** Keeps the first of two variants of an example, preceded by its file name as a comment. */
function shownVariant(code: string): string {
  const lines = code.split("\n")
  const end = lines.findIndex((line) => SWITCH_MARK.test(line))
  return lines
    .slice(0, end === -1 ? lines.length : end)
    .flatMap((line) => {
      const file = FILE_MARK.exec(line)?.[1]
      return file === undefined ? [line] : file === "" ? [] : [`// ${file}`]
    })
    .join("\n")
}

/** Keeps the files of an example that a site shows, each with its name as a comment if there are several. */
function shownFiles(code: string): string {
  const parts: { name: string; isShown: boolean; lines: string[] }[] = [{ name: "", isShown: true, lines: [] }]
  for (const line of code.split("\n")) {
    const [mark, name = "", hidden] = VIRTUAL_FILE.exec(line) ?? []
    if (mark === undefined) parts.at(-1)?.lines.push(line)
    else parts.push({ name, isShown: hidden === undefined, lines: [] })
  }
  const shown = parts.filter(({ isShown, lines }) => isShown && lines.join("").trim() !== "")
  const files = shown.map(({ name, lines }) => (name === "" || shown.length === 1 ? lines : [`// ${name}`, ...lines]))
  return files.length === 0 ? code.replace(/\/\/ file: /g, "// ") : files.flat().join("\n")
}

/** Keeps only the new code where old and new code are marked, on one line or over several. */
function withoutOldCode(info: string, code: string): string {
  if (!WITH_CHANGES.test(info) || !code.includes("+++")) return code
  const lines = code.split("\n")
  const shown = withoutOldLines(lines)
  if (shown.length === lines.length && code.search(ADDED) < 0) return shown.join("\n")
  return shown
    .flatMap((line) => {
      const fresh = line.replace(REMOVED, "").replace(ADDED, "$1")
      return fresh.trim() === "" && line.trim() !== "" ? [] : [fresh]
    })
    .join("\n")
}

/** Removes the markers around several new lines; if there are new lines, also the old lines with their markers. */
function withoutOldLines(lines: readonly string[]): string[] {
  const lastAdded = lines.findLastIndex((line) => ADDED_END.test(line))
  const lastRemoved = lines.findLastIndex((line) => REMOVED_END.test(line))
  const shown: string[] = []
  let state: "" | "added" | "removed" = ""
  for (const [at, line] of lines.entries()) {
    const isEnd = state === "added" ? ADDED_END.test(line) : state === "removed" && REMOVED_END.test(line)
    const isOneLine = line.split("+++").length > 2 || REMOVED_END.test(line)
    if (state === "" && !isOneLine && at < lastAdded && ADDED_START.test(line)) {
      state = "added"
      shown.push(line.replace(ADDED_START, "$1"))
      continue
    }
    if (state === "" && !isOneLine && lastAdded !== -1 && at < lastRemoved && REMOVED_START.test(line))
      state = "removed"
    if (state !== "removed") shown.push(state === "added" && isEnd ? line.replace(/\+{3}[ \t]*$/, "") : line)
    if (isEnd) state = ""
  }
  return shown
}

/**
 * Removes the parts that twoslash hides: everything before the last cut, between a start and an end, and after an end marker. Sites also
 * hide these in fences whose info string does not contain `twoslash`; compiler settings and type queries are removed only if it does.
 */
function afterCuts(lines: readonly string[], isTwoslash: boolean): string[] {
  let shown: string[] = []
  let isHidden = false
  for (const line of lines) {
    const cut = CUT.exec(line)
    if (cut === null) {
      if (!isHidden && !(isTwoslash && TWOSLASH_LINE.test(line))) shown.push(line)
    } else if (cut[1] === "after") break
    else if (cut[1] === "start" || cut[1] === "end") isHidden = cut[1] === "start"
    else shown = []
  }
  return shown
}
