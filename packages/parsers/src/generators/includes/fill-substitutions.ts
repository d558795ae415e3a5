import { parse } from "yaml"
import { parseFrontMatterData } from "../../document/front-matter.ts"
import { FenceTracker } from "./fences.ts"
import { type IncludeContext, MAX_LINE_CHARACTERS, type SourceLine } from "./include-context.ts"
import { foldersUp } from "./include-paths.ts"

/** `{{ name }}`, where no code begins or ends in the line before it. */
const NAME = /\{\{[ \t]*([A-Za-z][\w.-]{0,80})[ \t]*\}\}/g
const MAY_HOLD_NAME = /\{\{[ \t]*[A-Za-z][\w.-]{0,80}[ \t]*\}\}/
/** `## Title [identifier]`, as docs-builder writes it. */
const TITLED = /^(#{1,6}[ \t]+\S.*?)[ \t]+\[([\w.-]{1,200})\][ \t]*$/
const MAY_HOLD_TITLED = /^#{1,6}[ \t].*[ \t]\[[\w.-]+\][ \t]*$/m
/** Longer values are text of their own. */
const MAX_VALUE_CHARACTERS = 2000
/** Where sites keep them: Elastic's docs-builder, Jupyter Book, MyST. */
const DOCSET = "docset.yml"
const CONFIGS = [
  [DOCSET, ["subs"]],
  ["_config.yml", ["parse", "myst_substitutions"]],
] as const

type Values = ReadonlyMap<string, string>

/** Tells fast whether a page may show values of its site. */
export function mayShowSubstitutions(text: string): boolean {
  return MAY_HOLD_NAME.test(text) || MAY_HOLD_TITLED.test(text)
}

/**
 * Puts in the values that `{{ name }}` stands for, of the page's front matter or of the settings of its site, read as data.
 * Names without a value stay, and so does code: other sites write templates so. Identifiers of titles of docs-builder are
 * written as other sites write them.
 */
export function fillSubstitutions(lines: readonly SourceLine[], context: IncludeContext): readonly SourceLine[] {
  const hasNames = lines.some(({ text }) => MAY_HOLD_NAME.test(text))
  const hasTitles = lines.some(({ text }) => TITLED.test(text))
  if (!hasNames && !hasTitles) return lines
  const isDocset = hasTitles && nearestConfig(context, DOCSET) !== undefined
  const values: Values = hasNames ? valuesOf(lines, context) : new Map()
  if (values.size === 0 && !isDocset) return lines
  const fences = new FenceTracker()
  return lines.map((line) => {
    const isCode = fences.isInside
    fences.next(line.text)
    if (isCode || line.text.length > MAX_LINE_CHARACTERS) return line
    const titled = isDocset ? line.text.replace(TITLED, "$1 {#$2}") : line.text
    return { text: MAY_HOLD_NAME.test(titled) ? filled(titled, values) : titled, at: line.at }
  })
}

function filled(line: string, values: Values): string {
  return line
    .split(/(`+[^`]*`+)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(NAME, (whole, name: string) => values.get(name) ?? whole)))
    .join("")
}

function valuesOf(lines: readonly SourceLine[], context: IncludeContext): Values {
  const front = parseFrontMatterData(lines.map(({ text }) => text).join("\n"))
  const values = new Map<string, string>()
  for (const [name, keys] of CONFIGS) addValues(values, memberOf(nearestConfig(context, name), keys))
  addValues(values, memberOf(front, ["myst", "substitutions"]))
  for (const key of ["substitutions", "sub"]) addValues(values, memberOf(front, [key]))
  return values
}

function nearestConfig(context: IncludeContext, name: string): unknown {
  const folder = context.path.slice(0, Math.max(0, context.path.lastIndexOf("/")))
  for (const place of foldersUp(folder)) {
    const text = context.peek(place === "" ? name : `${place}/${name}`)
    if (text !== undefined) return parsed(text)
  }
  return undefined
}

function parsed(text: string): unknown {
  try {
    return parse(text, { logLevel: "silent", maxAliasCount: 50 })
  } catch {
    // The names stay as they are then.
    return undefined
  }
}

function addValues(values: Map<string, string>, given: unknown): void {
  for (const [name, value] of Object.entries(typeof given === "object" && given !== null ? given : {})) {
    if (typeof value !== "string" && typeof value !== "number") continue
    const text = String(value).replaceAll(/\s*\n\s*/g, " ")
    if (text.length <= MAX_VALUE_CHARACTERS) values.set(name, text)
  }
}

function memberOf(value: unknown, keys: readonly string[]): unknown {
  let member = value
  for (const key of keys) member = typeof member === "object" && member !== null ? Reflect.get(member, key) : undefined
  return member
}
