import { capitalized } from "../../base/capitalized.ts"
import { admonitionTitle } from "./admonition.ts"
import { conditionLabel, isCondition } from "./condition-label.ts"

/** Text that readers see from the attributes of a component or HTML tag. */
export interface ComponentText {
  /** Title of the admonition, if the tag is one. */
  readonly admonition?: string
  /** A label above the content, such as the name of a tab. */
  readonly label?: string
  /** Values and sentences, as Markdown on one line. */
  readonly text?: string
  /** A shell command that the component shows. */
  readonly command?: string
  /** A parameter or property that the content describes, as Markdown. */
  readonly parameter?: string
}

/** Names of boxes. A site's own elements have a prefix: `<docs-warning>`. */
const ADMONITION =
  /^(?:docs?-)?(alert|callout|admonition|note|tip|warning|info|aside|hint|danger|caution|important|check|error|success|pitfall|deprecated|canary|experimental)(block|box)?$/i
const LABELS = ["title", "label", "header", "heading", "summary", "caption", "question", "term"]
const TEXTS = ["description", "text", "body", "message", "subtitle", "tooltip", "details", "tagline"]
/** Bold words that begin the text of a component, unless the value is a setting such as `true`: `<Lead bold="Deep ponds.">`. */
const LEAD = /^(?=.*\p{L})(?!(?:true|false|[a-z-]+)$)[^\n*]{1,300}$/u
const NAMES = ["name", "path", "query", "param", "body", "header", "prop", "field"]
const PROPERTIES = ["type", "returns", "default", "signature", "since", "deprecated", "required", "attributesTitle"]

/** Videos, which an answer cannot show; their titles are not text of the page. */
const MEDIA = /youtube|vimeo|video|scrimba|^loom/i
const MEDIA_HOST =
  /^<?https?:\/\/(?:[\w-]{1,30}\.)?(?:youtube\.com|youtu\.be|vimeo\.com|vueschool\.io|egghead\.io|scrimba\.com|loom\.com|laracasts\.com|frontendmasters\.com|udemy\.com)\//i
/** Components that are numbered, as the text refers to them: `<Listing number="4-2" caption="…">`. */
const NUMBERED = /^(?:listing|figure|table|example)$/i

/** Parts of a page that would look like more of its text without a label. */
const PART = /^(?:recap|challenges?|exercises?)$/i

/** Components whose attribute `type` is a programming-language type and whose `default` is a value. */
const SIGNATURE = /signature|api|prop|field|method|function|return|response|param/i

/**
 * Collects the readable text in the attributes of a tag.
 *
 * @param name tag name as written; HTML elements (lower case, no hyphen) only return a `label`, from the `alt` or `title` of a few
 *   elements.
 * @param attributes string values by name, in source order, without numbers and expressions.
 */
export function componentText(name: string, attributes: Readonly<Record<string, string>>): ComponentText {
  if (isCondition(name)) return some("label", conditionLabel(name, attributes))
  if (MEDIA.test(name) || MEDIA_HOST.test(attributes["href"] ?? attributes["url"] ?? "")) return {}
  const find = (names: readonly string[]): string | undefined =>
    names.map((key) => attributes[key]).find((value) => value !== undefined && /[\p{L}\p{N}]/u.test(value))
  const caption = find(LABELS) ?? (PART.test(name) ? capitalized(name.toLowerCase()) : undefined)
  const label = numbered(name, attributes, withoutLinks(caption)?.replaceAll("**", ""))
  const lead = leadWords(attributes)
  const text = [lead && `**${lead}**`, ...TEXTS.map((key) => withoutLinks(attributes[key]))]
    .filter((value) => value !== undefined && value !== "")
    .join(" ")
  if (ADMONITION.test(name))
    return {
      admonition: admonitionTitle(attributes["type"] ?? attributes["kind"] ?? name.replace(/^docs?-/i, ""), label),
      ...some("text", text),
    }
  if (isParameter(attributes)) {
    const named = NAMES.map((key) => attributes[key]).find((value) => value !== undefined) ?? ""
    return { parameter: parameterText(named, attributes), ...some("text", text) }
  }
  const command = commandOf(name, attributes["command"]) ?? commandOfManagers(attributes)
  const isSignature = SIGNATURE.test(name)
  const properties = PROPERTIES.filter(
    (key) => isSet(attributes[key]) && (isSignature || !isAboutAppearance(key, attributes[key])),
  ).map((key) => `${key}: \`${attributes[key]}\``)
  return {
    ...some("label", label),
    ...some("text", [text, properties.join(", ")].filter(Boolean).join(" ")),
    ...some("command", command),
  }
}

/** Returns the bold words with which the text of a component begins. */
export function leadWords(attributes: Readonly<Record<string, string>>): string | undefined {
  return LEAD.exec(attributes["bold"] ?? "")?.[0].trim()
}

/** Components that show how each package manager runs a tool, which is in their name: `<PackageManagerKoiCommand command="feed" />`. */
const TOOL_COMMAND = /^(?:PackageManager|PackageRunner|Npx)s?([A-Z][a-z0-9]{1,30})Command$/

function commandOf(name: string, command: string | undefined): string | undefined {
  const tool = TOOL_COMMAND.exec(name)?.[1]?.toLowerCase()
  return tool === undefined || command === undefined || command.split(/\s/)[0] === tool ? command : `${tool} ${command}`
}

/** Attributes that contain the same command for several package managers: `<CommandTabs npm="npm run koi" yarn="yarn koi" />`. */
const MANAGERS = ["npm", "pnpm", "yarn", "bun", "deno", "cargo", "pip", "uv", "poetry", "conda"]
const MANAGER_COMMAND = /^\s*(?:npm|npx|pnpm|yarn|bunx?|deno|cargo|pip3?|uvx?|poetry|conda|python3?)\s/

/** Returns one of the commands of a component for several package managers: readers know how their own manager runs it. */
function commandOfManagers(attributes: Readonly<Record<string, string>>): string | undefined {
  const commands = MANAGERS.map((manager) => attributes[manager] ?? "").filter((text) => MANAGER_COMMAND.test(text))
  return commands.length < 2 ? undefined : commands[0]?.replaceAll(/\n[ \t]+/g, "\n").trim()
}

/** Returns the caption of a listing or figure with its number and file: `Listing 4-2 (src/main.rs): Feeding koi`. */
function numbered(name: string, attributes: Readonly<Record<string, string>>, caption?: string): string | undefined {
  const number = attributes["number"] ?? ""
  if (!NUMBERED.test(name)) return caption
  const file = attributes["file-name"] ?? attributes["filename"] ?? ""
  const title = /^[\w.-]{1,20}$/.test(number) ? `${capitalized(name.toLowerCase())} ${number}` : ""
  if (title === "") return caption ?? (file === "" ? undefined : file)
  return `${title}${file === "" ? "" : ` (${file})`}${caption === undefined ? "" : `: ${caption}`}`
}

/** Removes links from attributes, which may contain Markdown. */
function withoutLinks(markdown: string | undefined): string | undefined {
  return markdown?.replace(/\[([^\]\n]{1,300})\]\([^)\s]{1,1000}\)/g, "$1")
}

/**
 * Returns the page to which a component without content links, in words: `Runtime config` for `/docs/runtime-config`.
 *
 * @returns an empty string if it has no link.
 */
export function pointerText(attributes: Readonly<Record<string, string>>): string {
  const target = attributes["to"] ?? attributes["href"] ?? attributes["link"] ?? ""
  if (target === "") return ""
  const title = attributes["title"] ?? attributes["label"]
  if (title !== undefined) return title
  if (/^https?:/.test(target)) return target
  const last = target.split(/[/#?]/).findLast((part) => part !== "") ?? ""
  const words = last.replaceAll(/[-_]+/g, " ").trim()
  return capitalized(words)
}

function isParameter(attributes: Readonly<Record<string, string>>): boolean {
  return attributes["type"] !== undefined && NAMES.some((key) => /^[\w$.[\]@-]+$/.test(attributes[key] ?? ""))
}

/** Writes a parameter with its properties as Markdown: `` `gap` (`number`, default: `4`) ``. */
export function parameterText(name: string, values: Readonly<Record<string, string>>): string {
  const properties = PROPERTIES.filter((key) => isSet(values[key]))
    .map((key) => (key === "type" ? `\`${values[key]}\`` : `${key}: \`${values[key]}\``))
    .join(", ")
  return `\`${name}\`${properties === "" ? "" : ` (${properties})`}`
}

/**
 * Returns true for an attribute that only affects the appearance of most components: `type` selects a colour, and `default` the tab that is
 * open first.
 */
function isAboutAppearance(key: string, value: string | undefined): boolean {
  return key === "type" || (key === "default" && value === "true")
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== ""
}

function some<K extends string>(key: K, value: string | undefined): { [P in K]?: string } {
  const properties: { [P in K]?: string } = {}
  if (value !== undefined && value !== "") properties[key] = value
  return properties
}
