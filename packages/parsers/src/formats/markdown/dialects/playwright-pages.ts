import { capitalized } from "../../../base/capitalized.ts"
import { FenceTracker } from "../../../document/fences.ts"

/** Metadata below a heading: `* since: v1.8`, `* langs: js`. */
const METADATA = /^([ \t]*[*-][ \t]+)(since|langs|alias-(?:js|python|java|csharp)):(?:[ \t]+(.{1,100}))?$/
const METADATA_LABELS: Readonly<Record<string, string>> = { since: "Added in", langs: "Languages" }
/** What a member is called in words, or the name of a parameter, before its type. */
const TYPED = /^([ \t]*[*-][ \t]+)(?:(`[^`\n]{1,100}`)|(returns|type|argument|extends):)[ \t]+(\??)(?=<\[)/
const TYPE_NAME = /\[([^[\]\n]{1,200})\]/g
/** A reference to a member of the API, with the number of its variant: `` [`method: Koi.feed#2`] ``. */
const REFERENCE =
  /\[`(?:method|option|event|property|param|class): ([^`\n#]{1,200})(?:#\d{1,3})?`\](?:\([^()\n]{0,300}\))?/g
const HEADING = /^(#{1,6}[ \t]+)(?:(?:async|optional)[ \t]+){0,2}(?:method|property|event|class):[ \t]+(?=\S)/
/** The end of a heading: the number of a variant, and a text that the site fills in. */
const HEADING_END = /(?:#\d{1,3})?(?:[ \t]{1,9}=[ \t]{1,9}%%-[\w.-]{1,100}-%%)?$/
/** A line that only the site fills in. */
const TEMPLATE_LINE = /^[ \t]{0,20}(?:[*-][ \t]{1,9})?%%-[\w.-]{1,100}-%%[ \t]{0,20}$/
const MAY_HAVE = /^[ \t]*[*-][ \t]+(?:since|langs|alias-\w{2,6}):|\[`(?:method|option|event|property|param|class): /m
/** Longer lines are kept unchanged. */
const MAX_LINE_CHARACTERS = 20_000

/**
 * Converts what the generator of playwright.dev adds to Markdown: metadata below headings, types, references to members of the API and
 * headings that begin with the kind of a member.
 *
 * @returns text with as many lines.
 */
export function convertPlaywright(text: string): string {
  if (!MAY_HAVE.test(text)) return text
  const fences = new FenceTracker()
  const isReference = /^[*-] since: v\d/m.test(text)
  return text
    .split("\n")
    .map((line) => {
      fences.next(line)
      return fences.isInside || line.length > MAX_LINE_CHARACTERS ? line : convertLine(line, isReference)
    })
    .join("\n")
}

function convertLine(line: string, isReference: boolean): string {
  const [, bullet = "", name = "", value] = METADATA.exec(line) ?? []
  if (name !== "") {
    const label = METADATA_LABELS[name]
    return label === undefined || value === undefined ? "" : `${bullet}${label}: ${value}`
  }
  if (isReference && line.includes("%%-") && TEMPLATE_LINE.test(line)) return ""
  const typed = isReference ? (line.startsWith("#") ? headingOf(line) : typedLine(line)) : line
  return typed.includes("[`") ? typed.replace(REFERENCE, "`$1`") : typed
}

function headingOf(line: string): string {
  return line.replace(HEADING, "$1").replace(HEADING_END, "")
}

/** Writes the type of a line in words: `` - `gap` ?<[int]> Width. `` becomes `` - `gap` (`int`, optional) Width. ``. */
function typedLine(line: string): string {
  const [start, bullet = "", parameter, label = "", optional = ""] = TYPED.exec(line) ?? []
  if (start === undefined) return line
  const end = endOfType(line, start.length)
  if (end === undefined) return line
  const type = line
    .slice(start.length + 1, end)
    .replace(TYPE_NAME, "$1")
    .replaceAll("\\", "")
  const rest = line.slice(end + 1)
  if (parameter !== undefined) return `${bullet}${parameter} (\`${type}\`${optional === "" ? "" : ", optional"})${rest}`
  const shown = /^[\w.]+$/.test(type) ? type : `\`${type}\``
  return `${bullet}${capitalized(label)}: ${shown}${rest}`
}

/** Returns where the type ends that begins with the sign `<` at `from`. */
function endOfType(line: string, from: number): number | undefined {
  let depth = 0
  for (let at = from; at < line.length; at++) {
    if (line[at] === "<") depth++
    else if (line[at] === ">" && --depth === 0) return at
  }
  return undefined
}
