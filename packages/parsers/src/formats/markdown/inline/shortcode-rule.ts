import type { StateInline } from "markdown-it"
import { admonitionTitle, isAdmonitionKind } from "../../../document/writers/admonition.ts"
import { parameterText } from "../../../document/writers/component-text.ts"

/**
 * JSX whitespace: `{' '}`, `{'
 * '}`.
 */
const BLANK_EXPRESSION = /\{(["'`])(?:\\n| )*\1\}/y

/** Shortcodes of Hugo, Jekyll, Liquid, Jinja and MkDocs, and MDX comments. The expressions limit the length of their arguments. */
const SHORTCODES = [
  /\{\{[<%](?:(?!\{\{)[^]){0,1000}?[%>]\}\}/y,
  /\{\{~?(?:[#/*]\w|>\s)[^\n{}]{0,300}\}\}/y,
  /\{%(?:(?!\{%|%\})[^]){0,2000}%\}/y,
  /\{#\s[^\n]{0,600}?#\}/y,
  BLANK_EXPRESSION,
  /\{\/\*[^]{0,600}?\*\/\}/y,
  /\{\*\s[^\n]{0,400}?\*\}/y,
  /\{:[^}\n]{0,300}\}/y,
]

/** Attribute list of the preceding element: `[text](url){ .button target=_blank }`. */
const ATTRIBUTES =
  /\{:?\s*(?:\.[\w-]+|#[\w.:-]+|[\w-]+\s*=\s*(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[\w/.#:-]+))(?:\s[^}\n]{0,300})?\}/y

// A shortcode that is shown instead of called has its arguments in a C comment: `{{<` `/*` note `*/` `>}}`.
const SHOWN = /\{\{([<%])\/\*((?:(?!\{\{)[^]){0,1000}?)\*\/([%>])\}\}/g
/** The same in Zola. Comments of Go templates look similar, but are no calls. */
const SHOWN_CALL = /\{([{%])\/\*([ \t]{0,9}(?:\w{1,60}\([^\n]{0,300}?\)|end)[ \t]{0,9})\*\/([}%])\}/g

/** Texts of version shortcodes, by name: `{{< new-in 0.153.0 >}}`. */
const HISTORY: Readonly<Record<string, string>> = {
  "new-in": "New in",
  "added-in": "Added in",
  "deprecated-in": "Deprecated in",
  "removed-in": "Removed in",
  "feature-state": "Feature state:",
}

const PICTURES = /^(?:figure|image|img|picture|video|youtube|vimeo)$/

/**
 * A tag of a site with the name of something, which it shows as code with a link: `{% api "Pond.feed()" %}`. Further arguments say where the
 * link leads.
 */
const NAME_TAG =
  /^\{%-?\s*(?!include|icon|img|image|emoji|badge|video)[\w-]+\s+(["'])(@?[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*(?:\(\))?)\1(?:\s+"[^"\n]{0,200}"){0,3}\s*-?%\}$/
const FILE_NAME = /\.(?:png|jpe?g|gif|svg|webp|mdx?|html?|json|ya?ml|[jt]sx?)$/i

/** Returns the name that a tag shows inside a sentence; other tags insert something or configure the site. */
function nameInSentence(source: string, at: number, tag: string): string | undefined {
  const name = NAME_TAG.exec(tag)?.[2]
  if (name === undefined || FILE_NAME.test(name)) return undefined
  const after = source.slice(at + tag.length, at + tag.length + 2)
  const isInside = at === 0 ? /^ \w/.test(after) : /[\w,;:)`] $|\($/.test(source.slice(Math.max(0, at - 2), at))
  return isInside && /^(?:[ \n.,;:)]|$)/.test(after) ? name : undefined
}

/** Inline rule that removes shortcodes from prose. It is not called for code spans and fences. */
export function shortcodeRule(state: StateInline, isSilent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 123) return false
  const found = matchShortcode(state.src, state.pos)
  if (found === undefined) return false
  const name = nameInSentence(state.src, state.pos, found)
  if (!isSilent && name !== undefined) state.push("code_inline", "code", 0).content = name
  if (!isSilent && name === undefined) pushShortcode(state, found)
  state.pos += found.length
  // A tag that shows nothing leaves only one of the spaces around it.
  if (name === undefined && isBlankBetweenSpaces(state.src, state.pos, found)) state.pos++
  return true
}

function pushShortcode(state: StateInline, found: string): void {
  if (enclosesWords(state.src, state.pos, found)) return
  const shown = unescapeShortcodes(found)
  const token = state.push(shown === found ? "shortcode" : "text", "", 0)
  token.content = shown
}

/** An opening tag; captures the name of the shortcode. */
const OPENING_TAG = /^\{\{[<%]\s*([\w/-]+)\s/

/**
 * Returns true for the opening tag of a shortcode that encloses a few words of a line. Its arguments are not a title:
 * `the {{< hover label="pond" >}}depth{{< /hover >}} of`.
 */
function enclosesWords(source: string, at: number, opening: string): boolean {
  const name = OPENING_TAG.exec(opening)?.[1]
  if (name === undefined) return false
  const [before = ""] = source
    .slice(Math.max(0, at - 200), at)
    .split("\n")
    .slice(-1)
  const [after = ""] = source.slice(at + opening.length, at + opening.length + 500).split("\n", 1)
  const closing = /\{\{[<%]\s*\/\s*([\w/-]+)\s*[>%]\}\}/.exec(after)
  if (closing?.[1] !== name) return false
  return before.trim() !== "" || after.slice(closing.index + closing[0].length).trim() !== ""
}

/** @param end position after the shortcode. */
function isBlankBetweenSpaces(source: string, end: number, shortcode: string): boolean {
  if (source.charAt(end) !== " " || source.charAt(end - shortcode.length - 1) !== " ") return false
  const isShown = unescapeShortcodes(shortcode) !== shortcode || includedFile(shortcode) !== undefined
  return !isShown && shortcodeText(shortcode) === ""
}

function matchShortcode(source: string, at: number): string | undefined {
  for (const pattern of SHORTCODES) {
    pattern.lastIndex = at
    const match = pattern.exec(source)
    if (match !== null) return match[0]
  }
  return /[)\]`}>*_]/.test(source.charAt(at - 1)) ? attributeListAt(source, at) : undefined
}

/** Returns the list of attributes at a position, `{.wide #pond}`, with its braces; undefined if there is none. */
export function attributeListAt(source: string, at: number): string | undefined {
  ATTRIBUTES.lastIndex = at
  return ATTRIBUTES.exec(source)?.[0]
}

/** Returns the file that a `{* path *}` or `{% include %}` shortcode includes. */
export function includedFile(shortcode: string): string | undefined {
  return (
    /^\{\*\s*(\S+)/.exec(shortcode)?.[1] ??
    /^\{(?:%-?|\{[<%])\s*(?:include|include_relative|includecode|readfile|codeinclude|snippet)\s+(?:file=)?"?([^\s"%>]+)/.exec(
      shortcode,
    )?.[1]
  )
}

/** Converts escaped shortcodes to the form that readers see. */
export function unescapeShortcodes(text: string): string {
  return text.includes("/*") ? text.replace(SHOWN, "{{$1$2$3}}").replace(SHOWN_CALL, "{$1$2$3}") : text
}

const CALL = /\{\{[<%](?:(?!\{\{)[^]){0,1000}?[%>]\}\}/g
const CALL_OR_TAG = new RegExp(`${CALL.source}|\\{%-?\\s{0,9}\\w(?:(?!\\{%|%\\})[^]){0,2000}%\\}`, "g")

/** Replaces shortcodes in HTML with their visible text, without changing the number of lines. */
export function replaceShortcodes(html: string): string {
  if (!/\{[{%][<%\s-]/.test(html)) return html
  const calls = /<(?:pre|code)[\s>]/i.test(html) ? CALL : CALL_OR_TAG
  return html.replace(calls, (shortcode) => {
    const lines = shortcode.split("\n").length - 1
    return shortcodeText(shortcode).replace(/\n$/, " ") + "\n".repeat(lines)
  })
}

/** Returns the readable text of a shortcode: its title or the name of a tab; in a sentence or as a heading, the words that it shows. */
export function shortcodeText(shortcode: string): string {
  BLANK_EXPRESSION.lastIndex = 0
  if (BLANK_EXPRESSION.test(shortcode)) return " "
  if (/^\{\{~?[#/*>]/.test(shortcode)) return quotedWords(shortcode)
  const line = shortcode.replaceAll(/\s*\n\s*/g, " ")
  const inline = /^\{\{[<%]\s*[\w/-]+\s(?:.{0,300}?\s)?text\s*=\s*(?:"([^"]+)"|'([^']+)')/.exec(line)
  if (inline !== null) return inline[1] ?? inline[2] ?? ""
  const words =
    /^\{\{[<%]\s*heading\s+"([\w -]+)"/.exec(line)?.[1] ??
    /^\{\{[<%]\s*glossary_tooltip\s(?:.{0,300}?\s)?term_id\s*=\s*"([\w -]+)"/.exec(line)?.[1] ??
    /^\{\{[<%]\s*glossary-term\s+"([\w -]+)"/.exec(line)?.[1]
  if (words !== undefined) return words.replaceAll(/[_-]+/g, " ")
  const [, name = "", inside = ""] = /^\{\{[<%]\s*([\w-]+)\s(.*)[>%]\}\}$/.exec(line) ?? []
  if (PICTURES.test(name)) return imageOf(inside)
  const argumentList = (inside.endsWith("/") ? inside.slice(0, -1) : inside).trim()
  const history = HISTORY[name]
  if (history !== undefined) return `${history} ${argumentList.replaceAll(/[\w-]+\s*=\s*|["']/g, "")}.`
  const named = /\b(?:title|label|summary|header|heading|caption|question)\s*=\s*(?:"([^"]+)"|'([^']+)')/.exec(line)
  const text = named?.[1] ?? named?.[2] ?? tabLabelOf(line) ?? ""
  const title = text.replaceAll("**", "").trim()
  if (title === "") return boxLabel(name, argumentList) || includedText(line) || parameterOf(argumentList)
  return `**${title}**\n${includedText(line)}`
}

/** Shortcodes for boxes whose kind is an argument: `{{< admonition type="warning" >}}`, `{{% notice tip %}}`. */
const BOX = /^(?:admonition|notice|callout|alert|hint|note|box|message|panel)$/
const BOX_KIND = /(?:^|\s)(?:type|kind|level|style)\s{0,9}=\s{0,9}["']?([A-Za-z]{1,20})(?![\w-])/
const FIRST_WORD = /^["']?([A-Za-z]{1,20})["']?(?=\s|$)(?!\s{0,9}=)/

/** Returns the label of a box without a title, which sites take from its kind; empty for other shortcodes. */
function boxLabel(name: string, argumentList: string): string {
  if (!BOX.test(name)) return ""
  const kind = BOX_KIND.exec(argumentList)?.[1] ?? FIRST_WORD.exec(argumentList)?.[1] ?? ""
  return isAdmonitionKind(kind) ? `**${admonitionTitle(kind)}**\n` : ""
}

/** An include of Jekyll with its parameters. */
const INCLUDE = /^\{%-?\s*include\s[^]*?\s(?=[\w-]+\s*=\s*")/
/** Parameters with the text that an include shows, as in the Documentation Theme for Jekyll: `{% include note.html content="Koi eat pellets." %}`. */
const TEXT_PARAMETER = /^(?:content|description|text|body)$/
/** A value that configures an include: a word, a path or an address. */
const SETTING = /^[\w./:#%-]*$/

/** Returns the text in the parameters of an include, after the names that it describes. */
function includedText(call: string): string {
  if (!INCLUDE.test(call)) return ""
  const names: string[] = []
  let text = ""
  for (const [, key = "", value = ""] of call.matchAll(/([\w-]{1,40})\s*=\s*"([^"]{0,2000})"/g)) {
    if (TEXT_PARAMETER.test(key)) text ||= value.trim()
    else if (value.startsWith("-") || (!SETTING.test(value) && text === "")) names.push(value)
  }
  if (text === "") return ""
  return names.length === 0 ? `${text}\n` : `${names.join(", ")}: ${text}\n`
}

/** The label of a tab of jekyll-tabs, after the name of its group: `{% tab feeding Koi %}`. */
const LABEL_AFTER_GROUP = /^\{%-?\s*tab\s+[\w-]{1,80}\s+([^\s%=][^%=\n]{0,100}?)\s*-?%\}$/

function tabLabelOf(line: string): string | undefined {
  const tab = /^\{[{%][<%]?-?\s*tab(?:\s+|\s*name=)(?:"([^"]+)"|'([^']+)'|([\w.+#/-]+)(?!\s*=)(?=[\s%>]))/.exec(line)
  return tab?.[1] ?? tab?.[2] ?? LABEL_AFTER_GROUP.exec(line)?.[1] ?? tab?.[3]
}

/** Returns the quoted words of a Handlebars block: ``{{#option "`--pond` _name_"}}``. */
function quotedWords(call: string): string {
  const words = [...call.matchAll(/(?<!=)"([^"]{1,200})"/g)].map(([, word = ""]) => word)
  return words.length === 0 || !call.includes("#") ? "" : `${words.join(", ")}: `
}

/** A shorter caption only names an image (`A koi pond`), which is useless without the image. */
const MIN_CAPTION_WORDS = 6

/** Returns the caption of an image, without its alternative text: `{{< figure src="koi.png" caption="A koi in a pond" >}}`. */
function imageOf(argumentList: string): string {
  const [, text, other = ""] = /\bcaption\s*=\s*(?:"([^"]{1,1000})"|'([^']{1,1000})')/.exec(argumentList) ?? []
  const caption = (text ?? other).trim()
  return caption.split(/\s+/).length < MIN_CAPTION_WORDS ? "" : `${caption}\n`
}

/** Returns the text of a shortcode that describes a parameter: `{{% option name="gap" default="4" %}}`. */
function parameterOf(argumentList: string): string {
  const values: Record<string, string> = {}
  for (const [, key = "", value = ""] of argumentList.matchAll(/([\w-]{1,40})\s*=\s*"([^"]{0,300})"/g))
    values[key] = value
  const { name = "", type, default: standard } = values
  const isParameter = /^[\w$.[\]@-]+$/.test(name) && (type !== undefined || standard !== undefined)
  return isParameter ? `${parameterText(name, values)}\n` : ""
}
