/** Returns true if a pattern matches a text, such as a path. */
export type GlobTest = (path: string) => boolean

/**
 * A part of a pattern: returns the positions where it can end if it starts at any of the given positions, in ascending
 * order.
 */
type Step = (path: string, starts: readonly number[]) => readonly number[]

/** Maximum nesting of braces; deeper ones are taken literally. */
const MAX_DEPTH = 8
/** Maximum range of numbers in braces, `{1..20}`. */
const MAX_RANGE = 100

/**
 * Compiles a glob: `*` and `?` inside a name, `**` for any folders, `[a-z]`, `[!a]`, `{a,b}` and `{1..9}`, and `\`
 * before a literal character.
 *
 * All possible positions are tracked at once, so the time is at most the length of the pattern times that of the path,
 * for any pattern.
 */
export function compileGlob(pattern: string): GlobTest {
  const steps = new GlobParser(withoutRepeatedGlobstars(pattern)).parse()
  return (path) => {
    let positions: readonly number[] = [0]
    for (const step of steps) {
      positions = step(path, positions)
      if (positions.length === 0) return false
    }
    return positions.at(-1) === path.length
  }
}

/** Collapses several consecutive `**` into one, because they mean the same. */
function withoutRepeatedGlobstars(pattern: string): string {
  const names = pattern.split("/")
  return names.filter((name, at) => at === 0 || name !== "**" || names[at - 1] !== "**").join("/")
}

class GlobParser {
  readonly #pattern: string
  #at = 0
  #depth = 0

  constructor(pattern: string) {
    this.#pattern = pattern
  }

  /** @param stops characters that end the current part. */
  parse(stops = ""): Step[] {
    const steps: Step[] = []
    while (this.#at < this.#pattern.length && !stops.includes(this.#pattern.charAt(this.#at)))
      steps.push(this.#next(stops))
    return steps
  }

  #next(stops: string): Step {
    const sign = this.#pattern.charAt(this.#at)
    switch (sign) {
      case "/":
        return this.#folders() ?? this.#literal(sign, 1)
      case "*":
        return this.#star(stops)
      case "?":
        this.#at++
        return oneOf((character) => character !== "/")
      case "[":
        return this.#characters() ?? this.#literal(sign, 1)
      case "{":
        return this.#alternatives() ?? this.#literal(sign, 1)
      case "\\":
        return this.#literal(this.#pattern.charAt(this.#at + 1) || sign, 2)
      default:
        return this.#literal(sign, 1)
    }
  }

  #literal(text: string, length: number): Step {
    this.#at += length
    return (path, starts) => starts.filter((start) => path.startsWith(text, start)).map((start) => start + text.length)
  }

  /**
   * Parses a slash with `**` after it at the end of the pattern. It also matches the folder itself, but not after a
   * star, which also matches files.
   */
  #folders(): Step | undefined {
    if (!/^\/\*\*\/*$/.test(this.#pattern.slice(this.#at, this.#at + MAX_GLOBSTAR))) return undefined
    const isItself = this.#pattern[this.#at - 1] !== "*"
    this.#at = this.#pattern.length
    return (path, starts) =>
      starts.some((start) => path[start] === "/" || (isItself && start === path.length)) ? [path.length] : []
  }

  #star(stops: string): Step {
    const start = this.#at
    while (this.#pattern[this.#at] === "*") this.#at++
    const isFirst = start === 0 || "/{,".includes(this.#pattern.charAt(start - 1))
    const isGlobstar = isFirst && this.#at - start === 2
    const next = this.#pattern.charAt(this.#at)
    if (isGlobstar && next === "/") {
      this.#at++
      return anyFolders
    }
    if (isGlobstar && (next === "" || stops.includes(next))) return toAnyEnd
    // A star that is a whole name matches at least one character.
    const isName = isFirst && (next === "" || next === "/" || stops.includes(next))
    return (path, starts) => withinName(path, starts, isName ? 1 : 0)
  }

  #characters(): Step | undefined {
    const match = /^\[([!^]?)(\]?[^\]]*)\]/.exec(this.#pattern.slice(this.#at))
    if (match === null || match[2] === "") return undefined
    this.#at += match[0].length
    const isMember = membersOf(match[2] ?? "")
    const isNegated = match[1] !== ""
    return oneOf((character) => character !== "/" && isMember(character) !== isNegated)
  }

  #alternatives(): Step | undefined {
    const start = this.#at
    const range = this.#range()
    if (range !== undefined) return range
    if (this.#depth >= MAX_DEPTH || !hasAlternatives(this.#pattern, start)) return undefined
    this.#depth++
    const branches: Step[][] = []
    do {
      this.#at++
      branches.push(this.parse(",}"))
    } while (this.#pattern[this.#at] === ",")
    this.#at++
    this.#depth--
    return (path, starts) =>
      inOrder(branches.flatMap((steps) => steps.reduce((positions, step) => step(path, positions), starts)))
  }

  #range(): Step | undefined {
    const rest = this.#pattern.slice(this.#at, this.#at + 24)
    const [whole = "", first = "", last = ""] = /^\{(\d{1,9}|[a-z])\.\.(\d{1,9}|[a-z])\}/i.exec(rest) ?? []
    if (whole === "" || /\d/.test(first) !== /\d/.test(last)) return undefined
    this.#at += whole.length
    if (!/\d/.test(first)) return oneOf((character) => character >= first && character <= last)
    const [low, high] = [Number(first), Number(last)].toSorted((left, right) => left - right) as [number, number]
    const numbers = Array.from({ length: Math.min(high - low + 1, MAX_RANGE) }, (_, index) => String(low + index))
    return (path, starts) =>
      inOrder(
        starts.flatMap((start) =>
          numbers.filter((number) => path.startsWith(number, start)).map((number) => start + number.length),
        ),
      )
  }
}

/** Number of characters that are checked for a final `/**`. */
const MAX_GLOBSTAR = 8

/** Returns true if the brace at `start` is closed and contains a comma; scanning ends at the closing brace. */
function hasAlternatives(pattern: string, start: number): boolean {
  let depth = 0
  let hasComma = false
  for (let at = start; at < pattern.length; at++) {
    const sign = pattern[at]
    if (sign === "\\") at++
    else if (sign === "{") depth++
    else if (sign === "," && depth === 1) hasComma = true
    else if (sign === "}" && --depth === 0) return hasComma
  }
  return false
}

function membersOf(written: string): (character: string) => boolean {
  const single = new Set<string>()
  const ranges: (readonly [string, string])[] = []
  for (let at = 0; at < written.length; at++) {
    const first = written.charAt(at)
    const last = written.charAt(at + 2)
    if (written[at + 1] === "-" && last !== "") {
      ranges.push([first, last])
      at += 2
    } else single.add(first)
  }
  return (character) => single.has(character) || ranges.some(([first, last]) => character >= first && character <= last)
}

function oneOf(isMeant: (character: string) => boolean): Step {
  return (path, starts) => starts.filter((start) => start < path.length && isMeant(path.charAt(start))).map(next)
}

const next = (position: number): number => position + 1

/** Returns every position in the same name after each start. */
function withinName(path: string, starts: readonly number[], least: number): readonly number[] {
  const ends: number[] = []
  for (const start of starts) {
    const nameEnd = path.indexOf("/", start)
    const last = nameEnd === -1 ? path.length : nameEnd
    // Positions before the last one found are already included.
    for (let end = Math.max(start + least, (ends.at(-1) ?? -1) + 1); end <= last; end++) ends.push(end)
  }
  return ends
}

/** Returns the starts of all later names, from the start of a name. */
const anyFolders: Step = (path, starts) => {
  const [first] = starts
  if (first === undefined) return starts
  const ends = [...starts]
  for (let slash = path.indexOf("/", first); slash !== -1; slash = path.indexOf("/", slash + 1)) ends.push(slash + 1)
  return inOrder(ends)
}

const toAnyEnd: Step = (path, starts) => (starts.length === 0 ? starts : [path.length])

function inOrder(positions: readonly number[]): readonly number[] {
  return [...new Set(positions)].toSorted((left, right) => left - right)
}
