import { InvalidInput } from "../../base/errors.ts"

/** Receives the parts of a bundle. */
export interface BundleListener {
  /** Text of one entry of `libraries`, as in the bundle. */
  onLibrary(text: string): void
  /** Text of any other top-level member, such as `force`. */
  onMember(name: string, text: string): void
}

/** Splits a bundle into its parts as it arrives; keeps at most one library in memory. */
export interface BundleScanner {
  /** @throws {InvalidInput} as soon as the text cannot be a bundle. */
  push(chunk: string): void
  /** @throws {InvalidInput} if the text ends early or has no `libraries`. */
  end(): void
}

/** Characters with a meaning in JSON; the text between two of them is skipped in one step. */
const MARKS = /["\\{}[\],:]/g
const STRING_MARKS = /["\\]/g

/**
 * Maximum length of an entry in characters. An entry is kept in memory and parsed at once, while a bundle can have 500
 * MB.
 */
const MAX_ENTRY_CHARACTERS = 64_000_000
/**
 * Maximum nesting depth inside an entry, because JSON parsers use a stack frame for each level. An export needs six
 * levels.
 */
const MAX_ENTRY_DEPTH = 32

/** Name of the member that is split into entries. */
const LIST_NAME = "libraries"

/** Creates a scanner of `{"libraries": [...], ...}`. It extracts entries, and the listener parses them. */
export function createBundleScanner(listener: BundleListener): BundleScanner {
  return new Scanner(listener)
}

class Scanner implements BundleScanner {
  readonly #listener: BundleListener
  /** Text of the current key or value. */
  #text = ""
  #key: string | undefined
  #depth = 0
  #isInString = false
  #isEscaped = false
  #isInList = false
  #hasList = false
  #isDone = false

  constructor(listener: BundleListener) {
    this.#listener = listener
  }

  push(chunk: string): void {
    let at = 0
    while (at < chunk.length) {
      if (this.#isEscaped) {
        this.#isEscaped = false
        this.#text += chunk.charAt(at++)
        continue
      }
      const marks = this.#isInString ? STRING_MARKS : MARKS
      marks.lastIndex = at
      const found = marks.exec(chunk)
      const end = found?.index ?? chunk.length
      this.#take(chunk.slice(at, end))
      if (found !== null) this.#meet(found[0])
      if (this.#text.length > MAX_ENTRY_CHARACTERS) {
        throw broken(
          `one of its entries has more than ${MAX_ENTRY_CHARACTERS / 1_000_000} million characters. Split the library`,
        )
      }
      at = end + 1
    }
  }

  end(): void {
    if (!this.#isDone) throw broken("it is truncated")
    if (!this.#hasList) throw broken(`it has no list "${LIST_NAME}"`)
  }

  #take(text: string): void {
    if (this.#depth > 0) this.#text += text
    else if (text.replace("\uFEFF", "").trim() !== "") throw broken("it is not a JSON object")
  }

  #meet(mark: string): void {
    if (this.#isInString) {
      this.#isEscaped = mark === "\\"
      this.#isInString = mark !== '"'
      this.#text += mark
      return
    }
    if (this.#depth === 0) return this.#begin(mark)
    const base = this.#isInList ? 2 : 1
    switch (mark) {
      case '"':
        this.#isInString = true
        this.#text += mark
        return
      case "{":
      case "[":
        return this.#open(mark)
      case "}":
      case "]":
        return this.#depth === base ? this.#closeBase(mark) : this.#close(mark)
      case ",":
        return this.#depth === base ? this.#finishItem() : this.#append(mark)
      case ":":
        return this.#depth === 1 && this.#key === undefined ? this.#readKey() : this.#append(mark)
      default:
        throw broken(`unexpected ${mark} outside a string`)
    }
  }

  #begin(mark: string): void {
    if (mark !== "{" || this.#isDone) throw broken("it is not a JSON object")
    this.#depth = 1
  }

  #open(mark: string): void {
    if (this.#depth === 1 && this.#key === LIST_NAME && mark === "[" && this.#text.trim() === "" && !this.#hasList) {
      this.#depth = 2
      this.#isInList = true
      this.#hasList = true
      return
    }
    this.#depth++
    if (this.#depth > MAX_ENTRY_DEPTH) throw broken(`it is nested more than ${MAX_ENTRY_DEPTH} levels deep`)
    this.#text += mark
  }

  #close(mark: string): void {
    this.#depth--
    this.#text += mark
  }

  #closeBase(mark: string): void {
    if (this.#text.trim() !== "") this.#finishItem()
    this.#text = ""
    if (mark !== (this.#isInList ? "]" : "}")) throw broken("its brackets do not match")
    this.#depth--
    if (this.#isInList) this.#isInList = false
    else this.#isDone = true
  }

  #append(mark: string): void {
    this.#text += mark
  }

  #readKey(): void {
    const key = parse(this.#text)
    if (typeof key !== "string") throw broken("a member has no name")
    this.#key = key
    this.#text = ""
  }

  #finishItem(): void {
    const text = this.#text.trim()
    this.#text = ""
    if (this.#isInList) {
      if (text === "") throw broken("an entry of its list is empty")
      this.#listener.onLibrary(text)
      return
    }
    const key = this.#key
    this.#key = undefined
    if (key === undefined) throw broken("a member has no name")
    // The entries of the list have already been passed on.
    if (key === LIST_NAME && this.#hasList && text === "") return
    if (key === LIST_NAME) throw broken(`"${LIST_NAME}" is not a list`)
    this.#listener.onMember(key, text)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw broken(`${text.slice(0, 50)} is not JSON`, cause)
  }
}

function broken(why: string, cause?: unknown): InvalidInput {
  return new InvalidInput(`cannot read the bundle: ${why}`, { cause })
}
