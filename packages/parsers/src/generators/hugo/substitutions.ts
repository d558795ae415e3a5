import { parse as parseToml } from "smol-toml"
import { parseYaml } from "../../base/parse-yaml.ts"
import { parseFrontMatterData } from "../../document/front-matter.ts"
import { FenceTracker } from "../../document/fences.ts"
import { type IncludeContext, MAX_LINE_CHARACTERS, type SourceLine } from "../includes/include-context.ts"
import { foldersAround } from "../includes/include-paths.ts"

/** `{{% param "version" %}}`, `{{< param name="color.primary" >}}`. */
const PARAM =
  /\{\{([<%])\s*param\s+(?:name\s*=\s*)?(?:"([^"\n]{1,200})"|`([^`\n]{1,200})`|([\w.-]{1,200}))\s*\/?[%>]\}\}/g
const MAY_HAVE_PARAM = /\{\{[<%]\s*param\s/
const ENDINGS = ["toml", "yaml", "yml", "json"]
/** Configuration files, relative to the site's folder, and those that contain only parameters or languages. */
const CONFIGS = ["hugo", "config", "config/_default/hugo", "config/_default/config"]
const PARAMETER_FILES = ["config/_default/params"]
const LANGUAGE_FILES = ["config/_default/languages"]
/** Longer values are texts, not words in a sentence. */
const MAX_VALUE_CHARACTERS = 2000

type Values = Readonly<Record<string, unknown>>

/** Checks quickly whether a Hugo page shows site parameters. */
export function hasParams(text: string): boolean {
  return MAY_HAVE_PARAM.test(text)
}

/**
 * Replaces `param` with its value from the page's front matter, or else from the site's configuration. A parameter without a value shows
 * its name: as words in text, as a placeholder in code, where Hugo fills in values too.
 */
export function fillParams(lines: readonly SourceLine[], context: IncludeContext): readonly SourceLine[] {
  if (!lines.some(({ text }) => MAY_HAVE_PARAM.test(text))) return lines
  const front = parseFrontMatterData(lines.map(({ text }) => text).join("\n"))
  const sources = [memberOf(front, "params"), front, ...siteParams(context)]
  const fences = new FenceTracker()
  return lines.map((line) => {
    const isCode = fences.isInside
    fences.next(line.text)
    if (line.text.length > MAX_LINE_CHARACTERS || !MAY_HAVE_PARAM.test(line.text)) return line
    const text = line.text.replace(PARAM, (_, _sign, quoted?: string, raw?: string, bare?: string) => {
      const name = quoted ?? raw ?? bare ?? ""
      const shown = valueOf(sources, name) ?? placeholderFor(name, isCode)
      return context.hasRoomFor(shown.length, line.at) ? shown : ""
    })
    return { text, at: line.at }
  })
}

function valueOf(sources: readonly unknown[], name: string): string | undefined {
  for (const source of sources) {
    let value: unknown = source
    for (const part of name.split(".")) value = memberOf(value, part)
    if (typeof value === "string" && value.length <= MAX_VALUE_CHARACTERS) return value.replaceAll(/\s*\n\s*/g, " ")
    if (typeof value === "number" || typeof value === "boolean") return String(value)
  }
  return undefined
}

function placeholderFor(name: string, isCode: boolean): string {
  const last = name.split(".").at(-1) ?? name
  return isCode ? `<${last}>` : last.replaceAll(/[_-]+/g, " ")
}

/** Reads the parameters of the nearest site at or above the page: first those of its language, then the general ones. */
function siteParams(context: IncludeContext): readonly unknown[] {
  const page = context.path
  for (const root of foldersAround(page)) {
    const found = (names: readonly string[]) =>
      names
        .flatMap((name) => ENDINGS.map((ending) => readValues(context, root === "" ? name : `${root}/${name}`, ending)))
        .filter((values) => values !== undefined)
    const configs = found(CONFIGS)
    const own = found(PARAMETER_FILES)
    if (configs.length === 0 && own.length === 0) continue
    const languages = [...configs.map((config) => memberOf(config, "languages")), ...found(LANGUAGE_FILES)]
    const inside = page.slice(root === "" ? 0 : root.length + 1).split("/")
    const standard = configs
      .map((config) => memberOf(config, "defaultContentLanguage"))
      .find((word) => typeof word === "string")
    const codes = [inside[1] ?? "", typeof standard === "string" ? standard : "en"]
    const ofLanguage = codes.flatMap((code) =>
      languages.map((language) => memberOf(memberOf(language, code), "params")),
    )
    return [...ofLanguage, ...own, ...configs.map((config) => memberOf(config, "params"))]
  }
  return []
}

function readValues(context: IncludeContext, path: string, ending: string): Values | undefined {
  const text = context.peek(`${path}.${ending}`)
  if (text === undefined) return undefined
  try {
    // JSON is valid YAML.
    const read: unknown = ending === "toml" ? parseToml(text) : parseYaml(text)
    return typeof read === "object" && read !== null ? (read as Values) : undefined
  } catch {
    // Without the configuration, pages show the names of parameters.
    return undefined
  }
}

/** Returns a member of a mapping; parameter names are case-insensitive in Hugo. */
function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined
  const wanted = name.toLowerCase()
  return Object.entries(value).find(([key]) => key.toLowerCase() === wanted)?.[1]
}
