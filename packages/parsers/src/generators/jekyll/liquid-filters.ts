/** A filter of Liquid: changes a text, with the arguments after its name. */
type Filter = (text: string, first: string, second: string) => string

/** Common filters. Others leave the text as it is: they format it (`markdownify`), or change an address that is not shown. */
const FILTERS: Readonly<Record<string, Filter>> = {
  append: (text, suffix) => text + suffix,
  capitalize: (text) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase(),
  default: (text, other) => (text === "" ? other : text),
  downcase: (text) => text.toLowerCase(),
  prepend: (text, prefix) => prefix + text,
  remove: (text, part) => text.replaceAll(part, ""),
  remove_first: (text, part) => text.replace(part, ""),
  replace: (text, part, other) => text.replaceAll(part, () => other),
  replace_first: (text, part, other) => text.replace(part, () => other),
  strip: (text) => text.trim(),
  upcase: (text) => text.toUpperCase(),
}
/** More filters than this are ignored. */
const MAX_FILTERS = 8
/** A longer text keeps its form: replacing every character of it would make it many times as long. */
const MAX_TEXT_CHARACTERS = 2_000
/** The name of a filter, with up to two arguments. */
const CALL = /^\s*(\w{1,40})\s*(?::([^]*))?$/
const ARGUMENT = /"([^"]*)"|'([^']*)'|([\w.-]+)/g

/**
 * Applies the filters of a Liquid value from left to right.
 *
 * @param written the filters, each after a `|`: `| replace: "koi", "carp" | upcase`.
 */
export function applyFilters(text: string, written: string): string {
  let result = text
  for (const part of partsOf(written).slice(0, MAX_FILTERS)) {
    const [, name = "", argumentList = ""] = CALL.exec(part) ?? []
    const filter = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined
    if (filter === undefined || result.length > MAX_TEXT_CHARACTERS) continue
    const [first = "", second = ""] = [...argumentList.matchAll(ARGUMENT)].map(
      ([, double, single, word]) => double ?? single ?? word ?? "",
    )
    const isWithoutPart = /^(?:remove|replace)/.test(name) && first === ""
    if (!isWithoutPart) result = filter(result, first, second)
  }
  return result
}

/** Splits filters at the signs outside of quotes. */
function partsOf(written: string): readonly string[] {
  const parts: string[] = []
  let part: string | undefined
  let quote = ""
  for (const sign of written) {
    if (sign === quote) quote = ""
    else if (quote === "" && (sign === '"' || sign === "'")) quote = sign
    if (sign === "|" && quote === "") {
      if (part !== undefined) parts.push(part)
      part = ""
    } else if (part !== undefined) part += sign
  }
  return part === undefined ? parts : [...parts, part]
}
