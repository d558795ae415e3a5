import { endsEntry, linkText } from "../../../document/link-text.ts"
import { superscript } from "../../../document/superscript.ts"
import { codeSpan } from "../../markdown/inline/render-inline.ts"

/** Longer text is kept unchanged. */
const MAX_INLINE_CHARS = 50_000

const MARKUP =
  /\\([^]|$)|``((?:[^`]|`(?!`)|`(?=``(?!`)))+)``|:([a-zA-Z][\w:+.-]*):`((?:[^`\\]|\\[^])+)`|`((?:[^`\\]|\\[^])+)`(__?|:[\w:+.-]+:)?|\|([^\s|](?:[^|\n]{0,200}[^\s|])?)\|(?:__?)?|\[(#?[\w.-]+|[*#])\]_(?!\w)|(?<![\w`.:/_])([A-Za-z][A-Za-z0-9]*(?:[-._+:][A-Za-z0-9]+)*)__?(?=$|[\s.,;:!?)\]}'"/-])|(?<!\w)_`((?:[^`\\]|\\[^])+)`/g

/** Code, or a formula of TeX between dollar signs, in which a backslash starts a command. */
const CODE_OR_FORMULA = /(`{1,2})[^`]{1,1000}\1|\$(?=[^$`]{0,300}\\[A-Za-z])(?:[^$`\\]|\\[^$`]){1,300}\$(?![\w$])/g

const TEXT_ROLES = new Set(
  "ref doc term any numref keyword token download eq title-reference title t sub subscript abbr dfn emphasis program newcommand guide topic page cite footcite".split(
    " ",
  ),
)
const STRONG_ROLES = new Set(["strong", "guilabel", "menuselection"])

/** Roles of antsibull, for plugins of Ansible: their options, return values, environment variables and other values. */
const ANTSIBULL_ROLE = /^ans(?:plugin|opt|retval|val|envvar(?:ref)?)$/
/** A plugin with its type, and what belongs to it: `collection.plugin#type:option=value`, for roles `…#role:entry:option`. */
const IN_PLUGIN = /^([^\s#:=]{1,200})#[\w-]{1,40}(?::(?:[^:=]{1,100}:)?([^]+))?$/

/** The URL at the end of a link: `here <https://example.com>`. */
const ADDRESS = /<(https?:[^<>\s]+)>$/

/** Icon roles of sphinx-design. */
const ICONS = /^(?:octicon|fa[bsr]?|material-(?:regular|outlined|round|sharp|twotone))$/

/** A private module before a public name: `_orm.Session`. */
const PRIVATE_MODULE = /^_(?!_)[a-z]\w*\.(?=[A-Za-z_])/

/** Substitutions whose values are settings of the site. */
const SITE_VALUES = /^(?:version|release|today)$/

/** Titles and substitutions that inline markup refers to. */
export interface InlineTargets {
  titleOfLabel(label: string): string | undefined
  /** Returns the title of a page by its path. */
  titleOfPage(target: string): string | undefined
  readonly substitutions: Pick<ReadonlyMap<string, string>, "get">
  /** True if a reference that nothing resolves shows the words of its label. */
  readonly showsLabels?: boolean
}

/**
 * Renders inline markup of reStructuredText as Markdown: roles and literals become code or text; links keep their targets only if readers
 * need them.
 */
export function renderInlineMarkup(text: string, targets: InlineTargets, depth = 0): string {
  if (text.length > MAX_INLINE_CHARS || !/[\\`|_]/.test(text)) return text
  if (!text.includes("$") || !text.includes("\\")) return renderMarkup(text, targets, depth)
  let rendered = ""
  let from = 0
  for (const { 0: formula, index } of text.matchAll(CODE_OR_FORMULA)) {
    if (!formula.startsWith("$")) continue
    rendered += renderMarkup(text.slice(from, index), targets, depth) + formula
    from = index + formula.length
  }
  return rendered + renderMarkup(text.slice(from), targets, depth)
}

function renderMarkup(text: string, targets: InlineTargets, depth: number): string {
  return withoutLiteralRoles(text).replace(MARKUP, (whole: string, ...groups: (string | undefined)[]) => {
    const [escaped, literal, role, roleText, phrase, suffix, substitution, note, reference, target] = groups
    if (escaped !== undefined) return /\s/.test(escaped) ? "" : escaped
    if (literal !== undefined) return codeSpan(literal)
    if (role !== undefined) return renderRole(role, roleText ?? "", targets)
    if (phrase !== undefined) {
      if (suffix?.startsWith(":") === true) return renderRole(suffix.slice(1, -1), phrase, targets)
      if (suffix === undefined) return codeSpan(objectName(withoutTarget(phrase)))
      const isEntry = text.startsWith(whole) && endsEntry(text.slice(whole.length))
      return linkText(withoutTarget(phrase), ADDRESS.exec(phrase)?.[1] ?? "#", isEntry)
    }
    if (substitution !== undefined) {
      const replaced = targets.substitutions.get(substitution)
      if (replaced === undefined) return SITE_VALUES.test(substitution) ? "" : substitution
      return depth > 3 ? replaced : renderInlineMarkup(replaced, targets, depth + 1)
    }
    if (note !== undefined) return `[${note}]`
    return reference ?? target ?? whole
  })
}

/** Removes the role before a literal, where authors wrote two backticks instead of one. */
function withoutLiteralRoles(text: string): string {
  return text.includes(":``") ? text.replace(/(?<![\w:`]):[a-zA-Z][\w+.-]{0,40}:(?=``[^`\s])/g, "") : text
}

/** Renders a signature as plain text. Its asterisks are parameters and operators. */
export function renderSignature(text: string, targets: InlineTargets): string {
  return withoutCodeMarks(renderInlineMarkup(text.trim(), targets))
}

function withoutCodeMarks(text: string): string {
  return text.replace(/`+ ?((?:[^`])+?) ?`+/g, "$1")
}

/** Renders text without any markup, for headings. */
export function renderPlainMarkup(text: string, targets: InlineTargets): { text: string; isCode: boolean } {
  const rendered = renderInlineMarkup(text.trim(), targets)
  const isCode = /^(`+) ?[^`]+ ?\1$/.test(rendered)
  return {
    text: withoutCodeMarks(rendered)
      .replace(/\*\*([^*]+)\*\*/g, "$1")
      .replace(/(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])/g, "$1"),
    isCode,
  }
}

/** No titles of other pages, and no substitutions. */
export const NO_TARGETS: InlineTargets = {
  titleOfLabel: () => undefined,
  titleOfPage: () => undefined,
  substitutions: new Map(),
}

const NEVER_DECORATORS: ReadonlySet<string> = new Set(["class", "exc", "meth", "attr", "mod", "data"])
const OBJECT_ROLES: ReadonlySet<string> = new Set([...NEVER_DECORATORS, "func", "obj"])

/** Renders a Sphinx role as Markdown: `` :meth:`~Pot.brew` `` becomes `` `brew` ``. */
export function renderRole(role: string, raw: string, targets: InlineTargets = NO_TARGETS): string {
  const name = role.slice(role.lastIndexOf(":") + 1).toLowerCase()
  if (name === "math") return `$${raw.trim()}$`
  const text = raw.replace(/\\([^])/g, "$1")
  const label = titleBefore(text, false)
  if (name === "numref")
    return (label ?? targets.titleOfLabel(text) ?? text).replace(/\s*(?:%s|\{(?:number|name)\})/g, "")
  if (name === "ref") return label ?? titleOf(text, targets)
  if (name === "doc") return label ?? targets.titleOfPage(text) ?? text.slice(text.lastIndexOf("/") + 1)
  if (name === "pep" || name === "rfc" || name === "cve" || name === "cwe")
    return label ?? `${name.toUpperCase()} ${text}`
  if (name === "issue" || name === "pr" || name === "pull" || name === "ticket" || name === "gh")
    return label ?? `#${text.replace(/^#/, "")}`
  if (ICONS.test(name)) return ""
  if (STRONG_ROLES.has(name)) return `**${name === "strong" ? text : interfaceText(text)}**`
  if (name === "sup" || name === "superscript") return superscript(text)
  if (name === "term") return label ?? withoutProject(text)
  if (TEXT_ROLES.has(name)) return label ?? text
  if (ANTSIBULL_ROLE.test(name)) return label ?? codeSpan(nameInPlugin(text))
  if (label !== undefined) return label.includes(" ") || label.includes("`") ? label : codeSpan(label)
  return codeSpan(shortName(text, name))
}

/** Returns the name of a plugin, or of what belongs to it, without the plugin and its type. */
function nameInPlugin(text: string): string {
  const [, plugin, inside] = IN_PLUGIN.exec(text) ?? []
  return inside ?? plugin ?? text
}

/** Titles, by label, of the pages that Sphinx generates. */
const GENERATED_PAGES: Readonly<Record<string, string>> = {
  genindex: "Index",
  modindex: "Module Index",
  "py-modindex": "Module Index",
  search: "Search Page",
}

/** Finds the title of a label. The name of another site or page may precede its label: `python:gdb`, `guide/koi:Food`. */
function titleOf(label: string, targets: InlineTargets): string {
  return targets.titleOfLabel(label) ?? GENERATED_PAGES[label] ?? labelInWords(label.replace(/^[\w./+-]+:(?=\S)/, ""))
}

/** A label of several words; a label with capitals or a dot is usually the name of an object. */
const WORDS = /^[a-z0-9]+(?:[-_]+[a-z0-9]+)+$/

/** Makes a label readable whose title is unknown, because its page is not part of the source: `core_porting_guides`. */
function labelInWords(label: string): string {
  return WORDS.test(label) ? label.replace(/[-_]+/g, " ") : label
}

/** Converts the text of a user interface element: `&` marks the shortcut letter, and `-->` separates menus. */
function interfaceText(text: string): string {
  return text
    .replace(/(?<!&)&(?![&\s])/g, "")
    .replaceAll("&&", "&")
    .replaceAll("-->", "‣")
}

/**
 * Shortens a name: `~package.Class` to its last part, and `_module.Class` to the part after the private module. `!name` only disables the
 * link.
 */
function shortName(text: string, role: string): string {
  const own = withoutPackageSign(text.replace(/^!/, ""), role)
  const bare = OBJECT_ROLES.has(role) ? withoutProject(own) : own
  if (role === "samp" || role === "file") return bare.replace(/[{}]/g, "")
  if (!bare.startsWith("~")) return bare.replace(PRIVATE_MODULE, "").replace(/^\.(?=\w)/, "")
  const name = bare.replace(/^~\.?/, "")
  const argumentsAt = name.indexOf("(")
  const path = argumentsAt === -1 ? name : name.slice(0, argumentsAt)
  return path.slice(path.lastIndexOf(".") + 1) + (argumentsAt === -1 ? "" : name.slice(argumentsAt))
}

/** Removes the name of another project, which readers of the site do not see either: `python:slice`. */
function withoutProject(name: string): string {
  return name.replace(/^[a-z][\w.-]{0,60}:(?=[\w.~])/, "")
}

/** Removes the `@` at the start of a name whose role is never a decorator: there, it abbreviates the project's own package. */
function withoutPackageSign(text: string, role: string): string {
  return NEVER_DECORATORS.has(role) ? text.replace(/^(~?)@-?(?=\w)/, "$1") : text
}

/** Converts a phrase without a role, which usually names an object: `~shop.Pot` and `!None` are written as in roles. */
function objectName(phrase: string): string {
  return /^(?:!|~\.?(?=[\w.]+(?:\(.*\))?$))(?=[\w(])/.test(phrase) ? shortName(phrase, "obj") : phrase
}

function withoutTarget(phrase: string): string {
  const text = phrase.replace(/\\([^])/g, "$1")
  return titleBefore(text, true) ?? text.replace(/^<([^<>]*)>$/, "$1")
}

/**
 * Returns the words before the target at the end, as in `Title <target>`. The target may contain further opening brackets, unless `isLast`
 * is true: then it starts at the last bracket.
 */
function titleBefore(text: string, isLast: boolean): string | undefined {
  if (!text.endsWith(">")) return undefined
  const inner = text.slice(0, -1)
  const start = isLast ? inner.lastIndexOf("<") : inner.indexOf("<", inner.lastIndexOf(">") + 1)
  if (start === -1 || (isLast && inner.lastIndexOf(">") > start)) return undefined
  const title = inner.slice(0, start).trimEnd()
  return title === "" ? undefined : title
}
