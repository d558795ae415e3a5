/** Longer lists take longer to search for than the expression itself. */
const MAX_WORDS = 48
/** Longer words rule out no more texts and take longer to compare. */
const MAX_WORD_CHARACTERS = 24
/** Shorter words are in nearly every text. */
const MIN_WORD_CHARACTERS = 2
/** Lists used per expression: those with the rarest words. More lists rule out no more texts. */
const MAX_LISTS = 4

/** Represents `\b` in a required word. */
const WORD_BORDER = "\b"

/** Properties shared by all texts that a part of an expression matches. */
interface Part {
  /** All texts that the part matches, if they are few. */
  readonly texts: readonly string[] | undefined
  /** Lists of words. Every text that the part matches contains at least one word of each list. */
  readonly lists: readonly (readonly string[])[]
}

const EMPTY: Part = { texts: [""], lists: [] }
const BORDER: Part = { texts: [WORD_BORDER], lists: [] }
const ANYTHING: Part = { texts: undefined, lists: [] }

/**
 * Derives words that every match of an expression contains, so that most texts need not be searched with the expression. For example,
 * `/\b(?:rm|del) (?:-f )?all\b/` requires `rm ` or `del `, and also `all`.
 *
 * @param pattern without flags other than `u`, backreferences and named groups.
 * @returns lists of words; every match contains at least one word of every list. Empty if no words can be derived. Words contain
 *   `WORD_BORDER` where the expression has `\b`.
 * @throws {Error} if the expression has unsupported syntax.
 */
export function findRequiredWords(pattern: RegExp): readonly (readonly string[])[] {
  if (pattern.flags.replace("u", "") !== "") throw new Error(`unsupported flags of ${pattern}`)
  const reader = new PatternReader(pattern.source)
  const { texts, lists } = reader.readAlternatives()
  if (!reader.isAtEnd) throw new Error(`unsupported syntax in ${pattern}`)
  const all = texts === undefined ? lists : [texts, ...lists]
  return all.filter(isDistinctive).toSorted(byValue).slice(0, MAX_LISTS).map(shortestOnly)
}

/** Removes the borders from a required word, so that it can be searched for. */
export function withoutBorders(word: string): string {
  return word.replaceAll(WORD_BORDER, "")
}

/** Parses the source of an expression by recursive descent. */
class PatternReader {
  readonly #source: string
  #at = 0

  constructor(source: string) {
    this.#source = source
  }

  get isAtEnd(): boolean {
    return this.#at === this.#source.length
  }

  readAlternatives(): Part {
    const branches = [this.#readSequence()]
    while (this.#skip("|")) branches.push(this.#readSequence())
    return branches.length === 1 ? (branches[0] ?? EMPTY) : anyOf(branches)
  }

  #readSequence(): Part {
    const parts: Part[] = []
    while (!this.isAtEnd && !"|)".includes(this.#peek())) parts.push(this.#readQuantified())
    return inSequence(parts)
  }

  #readQuantified(): Part {
    const part = this.#readAtom()
    const quantifier = this.#match(/(?:[?*+]|\{(\d+)(?:,\d*)?\})\??/y)
    if (quantifier === undefined) return part
    const [sign = "", least = sign.startsWith("+") ? "1" : "0"] = quantifier
    if (sign.startsWith("?")) return { texts: part.texts && limited(["", ...part.texts]), lists: [] }
    return Number(least) === 0 ? ANYTHING : { texts: undefined, lists: listsOf(part) }
  }

  #readAtom(): Part {
    if (this.#match(/\(\?<?[=!]/y) !== undefined) return this.#readGroup(true)
    if (this.#match(/\((?:\?:)?(?!\?)/y) !== undefined) return this.#readGroup(false)
    if (this.#skip("\\b")) return BORDER
    if (this.#match(/\\B|[$^]/y) !== undefined) return EMPTY
    if (this.#match(/\\(?:[dDwWsSnt]|p\{\w+\})|\./y) !== undefined) return ANYTHING
    if (this.#skip("[")) return this.#readClass()
    // Stops before a character with a quantifier.
    const [, escaped, plain] = this.#match(/\\([^\w\s])|((?:[^\\()[\]|?*+.$^{](?![?*+{]))+|[^\\()[\]|?*+])/y) ?? []
    const text = escaped ?? plain
    if (text === undefined) throw new Error(`unsupported syntax at ${this.#source.slice(this.#at)}`)
    return { texts: [text], lists: [] }
  }

  #readGroup(isAssertion: boolean): Part {
    const part = this.readAlternatives()
    if (!this.#skip(")")) throw new Error(`unclosed group in ${this.#source}`)
    return isAssertion ? EMPTY : part
  }

  /** Classes of single characters become alternatives; all other classes match anything. */
  #readClass(): Part {
    const [, characters] = this.#match(/([^\\\]^-]+)\]/y) ?? []
    if (characters !== undefined) return { texts: limited([...characters]), lists: [] }
    if (this.#match(/(?:\\.|[^\\\]])+\]/y) === undefined) throw new Error(`unclosed class in ${this.#source}`)
    return ANYTHING
  }

  #peek(): string {
    return this.#source[this.#at] ?? ""
  }

  #skip(text: string): boolean {
    const isThere = this.#source.startsWith(text, this.#at)
    if (isThere) this.#at += text.length
    return isThere
  }

  /** Matches a sticky expression at the current position and moves past the match. */
  #match(expression: RegExp): readonly (string | undefined)[] | undefined {
    expression.lastIndex = this.#at
    const found = expression.exec(this.#source) ?? undefined
    if (found !== undefined) this.#at = expression.lastIndex
    return found
  }
}

/** Joins neighbours that match few texts into longer words. */
function inSequence(parts: readonly Part[]): Part {
  const lists: (readonly string[])[] = []
  let joined: readonly string[] = [""]
  let isComplete = true
  for (const part of parts) {
    const longer: readonly string[] | undefined = part.texts && joinAll(joined, part.texts)
    if (longer === undefined) {
      isComplete = false
      lists.push(joined, ...(part.texts === undefined ? part.lists : []))
    }
    joined = longer ?? part.texts ?? [""]
  }
  return isComplete
    ? { texts: joined, lists: [] }
    : { texts: undefined, lists: [...lists, joined].filter(isDistinctive) }
}

function joinAll(starts: readonly string[], ends: readonly string[]): readonly string[] | undefined {
  if (starts.length * ends.length > MAX_WORDS) return undefined
  if (starts.length === 1 && starts[0] === "") return ends
  const joined = starts.flatMap((start) => ends.map((end) => start + end))
  return joined.some((text) => text.length > MAX_WORD_CHARACTERS) ? undefined : joined
}

function anyOf(branches: readonly Part[]): Part {
  const texts = branches.every((branch) => branch.texts !== undefined)
    ? limited(branches.flatMap((branch) => branch.texts ?? []))
    : undefined
  if (texts !== undefined) return { texts, lists: [] }
  // A match contains a word of one branch, so the joined list needs one list from every branch.
  const best = branches.map((branch) => listsOf(branch).toSorted(byValue)[0])
  const joined = best.includes(undefined) ? undefined : limited(best.flatMap((list) => list ?? []))
  return { texts: undefined, lists: joined === undefined ? [] : [joined] }
}

function listsOf({ texts, lists }: Part): readonly (readonly string[])[] {
  return (texts === undefined ? lists : [texts, ...lists]).filter(isDistinctive)
}

/** Returns undefined when the list is too long. */
function limited(texts: readonly string[]): readonly string[] | undefined {
  const unique = [...new Set(texts)]
  return unique.length > MAX_WORDS ? undefined : unique
}

function isDistinctive(words: readonly string[]): boolean {
  return words.every((word) => word.trim().length >= MIN_WORD_CHARACTERS)
}

/** Drops words that contain another word of the list: a text that contains the longer word also contains the shorter one. */
function shortestOnly(words: readonly string[]): readonly string[] {
  return words.filter((word) => !words.some((other) => other !== word && word.includes(other)))
}

/** Sorts lists with rare words first. It estimates that each further character makes a word half as frequent, which is accurate enough. */
function byValue(left: readonly string[], right: readonly string[]): number {
  return likelihood(left) - likelihood(right)
}

function likelihood(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + 2 ** -word.length, 0)
}
