/**
 * Maximum number of parts between the wildcards of all rules. Real sites have a few hundred. If none of them occurs, it takes about
 * a millisecond to search a long path for all. Further rules apply up to their first wildcard.
 */
const MAX_WILDCARD_PARTS = 2000

/** A rule with wildcards. */
interface WildcardRule {
  readonly length: number
  readonly isAllowed: boolean
  /** The texts between the wildcards; the first one starts the path. */
  readonly parts: readonly string[]
  /** True if the last part ends the path. */
  readonly isAnchored: boolean
}

/**
 * The rules of a robots.txt for one crawler. The longest matching rule decides, and of two equally long ones the one that
 * allows (RFC 9309). The time of a check does not depend on the number of rules without wildcards: a robots.txt can have
 * tens of thousands, and is checked for every link of a site.
 */
export class PathRules {
  /** Rules without wildcards: whether paths that start with them are allowed. */
  readonly #plain = new Map<string, boolean>()
  /** The different lengths of these rules, longest first. */
  #lengths: readonly number[] | undefined
  readonly #wildcards: WildcardRule[] = []
  /** The texts of these rules, to skip repetitions. */
  readonly #known = new Set<string>()
  #partCount = 0

  /** @param written the rule as in the robots.txt; an empty one has no effect. */
  add(written: string, isAllowed: boolean): void {
    if (written === "") return
    const rule = normaliseEncoding(written).replace(/\*{2,}/g, "*")
    if (!rule.includes("*") && !rule.endsWith("$")) return this.#addPlain(rule, isAllowed)
    const key = `${isAllowed ? "+" : "-"}${rule}`
    if (this.#known.has(key)) return
    const isAnchored = rule.endsWith("$")
    const parts = (isAnchored ? rule.slice(0, -1) : rule).split("*")
    this.#partCount += parts.length
    if (this.#partCount <= MAX_WILDCARD_PARTS) {
      this.#known.add(key)
      this.#wildcards.push({ length: rule.length, isAllowed, parts, isAnchored })
    } else if (!isAllowed) {
      // It is better to read too little of the site than too much.
      this.#addPlain(parts[0] ?? "", false)
    }
  }

  /** @param path with its query, as in a URL. */
  isAllowed(path: string): boolean {
    const normalised = withUpperCaseEscapes(path)
    let longest = -1
    let isAllowed = true
    const lengths = this.#lengths ?? lengthsOf(this.#plain)
    this.#lengths = lengths
    for (const length of lengths) {
      const rule = length > normalised.length ? undefined : this.#plain.get(normalised.slice(0, length))
      if (rule === undefined) continue
      longest = length
      isAllowed = rule
      break
    }
    for (const rule of this.#wildcards) {
      const isBetter = rule.length > longest || (rule.length === longest && rule.isAllowed && !isAllowed)
      if (!isBetter || !matches(rule, normalised)) continue
      longest = rule.length
      isAllowed = rule.isAllowed
    }
    return isAllowed
  }

  #addPlain(rule: string, isAllowed: boolean): void {
    this.#plain.set(rule, isAllowed || this.#plain.get(rule) === true)
    this.#lengths = undefined
  }
}

function lengthsOf(rules: ReadonlyMap<string, boolean>): readonly number[] {
  return [...new Set([...rules.keys()].map(({ length }) => length))].toSorted((left, right) => right - left)
}

function matches({ parts, isAnchored }: WildcardRule, path: string): boolean {
  const last = parts.length - 1
  let at = 0
  for (let number = 0; number <= last; number++) {
    const part = parts[number] ?? ""
    if (number === last && isAnchored) {
      const start = path.length - part.length
      return number === 0 ? path === part : start >= at && path.endsWith(part)
    }
    const found = number === 0 ? (path.startsWith(part) ? 0 : -1) : path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return true
}

/** Encodes the characters of a rule as in URLs. */
function normaliseEncoding(rule: string): string {
  return withUpperCaseEscapes(encodeURI(rule.toWellFormed()).replaceAll("%25", "%"))
}

function withUpperCaseEscapes(path: string): string {
  return path.replaceAll(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase())
}
