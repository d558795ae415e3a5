import { isFileName } from "../base/file-endings.ts"
import { PACKAGE_COMMANDS } from "./package-commands.ts"

/** Language and title from the first line of a fenced code block. */
export interface FenceInfo {
  /** Lower-case label; empty if there is none. */
  readonly language: string
  /** File name, caption or tab label. */
  readonly title?: string
}

const TITLE =
  /(?:^|[\s{,:])(?:title|filename|file|caption|name|label|tab|header)(?:\s*=\s*|\s*:\s*(?=["']))(?:"([^"]*)"|'([^']*)'|\{["'`]([^}"'`]*)["'`]\}|([^\s"'{}]+))/i
/**
 * A name in brackets, in at most 500 characters; brackets after an option are its values: `lines=[2,9]`, `mark: [2]`. The name may contain a pair of
 * brackets or escaped ones, as the files of routes do: `[pages/[id].vue]`, `[pages/[id\\].vue]`.
 */
const BRACKET_TITLE = /(?<!=|:\s{0,3}|[[,]\s{0,3})\[((?:[^[\]\\]|\[[^[\]\\]{0,100}\]|\\+[^\\]|\[)+)\]/
const ESCAPED_BRACKET = /\\{1,8}(?=[[\]])/g
/** The id of a tab, which a fence with a title of its own has beside it: `tab=js-test title="koi.ts"`. */
const TAB_ID = /(?<=[\s{,:])tab\s{0,9}=\s{0,9}(["']?)[a-z][a-z0-9]{0,60}(?:-[a-z0-9]{1,60}){0,9}\1(?=[\s},]|$)/
const OWN_TITLE = /[\s{,:](?:title|filename|file|caption)\s{0,9}=\s{0,9}["'\w]/i
/** The icon of a tab or file, as plugins of VitePress write it: `web.config ~vscode-icons:file-type-xml~`. */
const TITLE_ICON = /\s?~[\w-]{1,60}(?::[\w-]{1,100})?~/g
/** Code in a language whose lines begin with the marks of a diff. */
const WITH_DIFF = /^[\w+#.-]+\s(?:[^"'\n]*\s)?diff(?=\s|$)/
const LANGUAGE = /^[a-z0-9_+#./*-]+/i
/** The numbers of highlighted lines, as the guides of Rails write them: `ruby#9-13`. After one letter they are a version: `c#12`. */
const LINE_NUMBERS = /(?<=[a-z]{2})#\d[\d-]{0,20}$/i

/** A file name after the language: `js:src/app.js`, `js src/app.js`. A word such as `z.object` is an option of the site. */
const FILE_NAME = /^[a-z0-9+#-]{1,40}(?::|\s+(?=[\w./@-]{1,200}(?:\s|$)))([\w./@-]{1,200}\.[a-z][a-z0-9]{0,14})/i
/** Words after the language, as in Mintlify: `bash macOS and Linux`. Options start with lower-case letters. */
const WORDS = /^[\w+#.-]+\s+((?:[A-Z]|macOS|cURL|iOS)(?:[^={}"[\]\n]*[^={}"[\]\s])?)(?=\s*$|\s+[\w-]+=|\s*\{)/
const FLAGS = /(?:\s+(?:expandable|wrap|nocopy|copy|lines|twoslash))+$/

/** Labels for code without a language. */
const NO_LANGUAGE = new Set(["none", "plain", "plaintext", "no-highlight", "nohighlight", "default", "raw"])

/** Labels for commands that sites show for several package managers. */
const COMMANDS = new Set(["npm", ...PACKAGE_COMMANDS.keys()])

/**
 * Parses the info string of a code fence in the dialects of the common site generators:
 * `js {1,3-4}`, `python hl_lines="1" title="main.py"`, `ts [main.ts]`, `rust,ignore`, `{.python .numberLines}`, `sh[npm]`.
 */
export function parseFenceInfo(info: string): FenceInfo {
  const text = info.trim().slice(0, 500)
  if (text === "") return { language: "" }
  const player = playerInfo(text)
  if (player !== undefined) return player
  const title = titleOf(text)?.replaceAll(TITLE_ICON, "").trim()
  const language = WITH_DIFF.test(text) ? "diff" : languageOf(text)
  return title === undefined || title === "" ? { language } : { language, title }
}

/** Code for the player of Expo, whose options are those of a URL: `SnackPlayer name=Koi%20pond&ext=tsx`. Its default is JavaScript. */
const PLAYER = /^snack(?:player)?(?:\s+(\S+))?$/i

function playerInfo(text: string): FenceInfo | undefined {
  const player = PLAYER.exec(text)
  if (player === null) return undefined
  const options = new URLSearchParams(player[1] ?? "")
  const title = (options.get("name") ?? "").trim()
  const language = normaliseLanguage(options.get("ext") ?? "") || "jsx"
  return title === "" ? { language } : { language, title }
}

/** A language with attributes of Goldmark. Their `label` is a name for the site's scripts, not a title. */
const GOLDMARK = /^[\w+#-]+\s*\{(?=[^}]{0,200}?[\w-]=)[^}]{0,300}\}$/

function titleOf(info: string): string | undefined {
  const own = GOLDMARK.test(info) ? info.replace(/(?<=[{\s,])label\s*=\s*(?:"[^"]*"|[^\s,}]+)/, "") : info
  const text = OWN_TITLE.test(own) ? own.replace(TAB_ID, "") : own
  const named = TITLE.exec(text)
  const words = withoutObjects(text)
  const value =
    named?.[1] ??
    named?.[2] ??
    named?.[3] ??
    named?.[4] ??
    (words.includes("[[") ? undefined : BRACKET_TITLE.exec(words)?.[1]?.replaceAll(ESCAPED_BRACKET, ""))
  if (value !== undefined) return value.trim() === "" ? undefined : value.trim()
  const file = FILE_NAME.exec(words)?.[1]
  if (file !== undefined && isFileName(file)) return file
  return WORDS.exec(words)?.[1]?.replace(FLAGS, "").trim()
}

/** Removes options in braces, with all braces inside them: `js {errors: {'koi': [6]}} {4-7} src/koi.js` becomes `js src/koi.js`. */
function withoutObjects(text: string): string {
  let kept = ""
  let depth = 0
  for (const character of text) {
    if (character === "{") depth++
    if (depth === 0) kept += character
    if (character === "}" && depth > 0) depth--
  }
  return depth === 0 ? kept : text
}

function languageOf(text: string): string {
  const attributes = /^\{\s*([^}]*)\}/.exec(text)
  const directive = /^\{(?:code-block|code|code-cell|sourcecode|literalinclude)\}\s*(\S*)/.exec(text)
  if (directive) return normaliseLanguage(directive[1] ?? "")
  if (attributes) {
    const first = (attributes[1] ?? "").split(/[\s,]+/).find((word) => /^\.?[a-z]/i.test(word) && !word.includes("="))
    return normaliseLanguage((first ?? "").replace(/^\./, ""))
  }
  if (/^[\w-]+\s*=/.test(text)) return /^[\w+-]+=$/.test(text) ? normaliseLanguage(text.slice(0, -1)) : ""
  return normaliseLanguage((LANGUAGE.exec(text)?.[0] ?? "").replace(LINE_NUMBERS, ""))
}

/** Normalises the name of a programming language: lower case, `""` for none. */
export function normaliseLanguage(label: string): string {
  const name = label
    .trim()
    .toLowerCase()
    .replace(/^language-|^lang-/, "")
    .replace(/[.,:;*]+$/, "")
  if (NO_LANGUAGE.has(name)) return ""
  if (COMMANDS.has(name)) return "bash"
  // Python with embedded SQL has the names of two highlighters.
  const host = /^(\w+)\+sql$/.exec(name)?.[1]
  if (host !== undefined) return host
  // A file name instead of a language: the extension determines the language.
  const ending = /\.([a-z0-9]+)$/.exec(name)?.[1]
  return ending ?? name
}
