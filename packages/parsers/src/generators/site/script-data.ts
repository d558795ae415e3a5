import { type Data, isRecord } from "./config-data.ts"
import { closingBracket, endOfExpression, maskCode } from "./mask-code.ts"

/** Finds what another module of the source exports; undefined when it is not there. */
export type ImportData = (specifier: string, name: string) => Data

const MAX_CHARACTERS = 1_000_000
const MAX_VALUES = 100_000
const MAX_DEPTH = 60

const DECLARATION = /\b(?:const|let|var)\s+([\w$]+)\s*(?::[^=;]{0,500}?(?:=>[^=;]{0,500}?)?)?=(?![=>])/g
const FUNCTION = /\bfunction\s*\*?\s*([\w$]+)\s*(?:<[^>(]{0,200}>)?\s*\(/g
const DEFAULT_EXPORT = /\bexport\s+default\b|\bmodule\.exports\s*=(?!=)/g
const IMPORT = /\bimport\s+(?!type\b)(?:([\w$]+)\s*,?\s*)?(?:\{([^}]{0,5000})\}\s*)?from\s*(?=["'])/g
const WORD = /[\w$]+/y

/**
 * Reads the values of a JavaScript or TypeScript module as far as they are written down: literals, names of constants, what
 * a function returns, the argument of a call such as `defineConfig({…})`. Nothing is run.
 *
 * @param name of an export, or `default`.
 */
export function readScriptData(text: string, name: string, importData: ImportData = () => undefined): Data {
  return text.length > MAX_CHARACTERS ? undefined : new ScriptReader(text, importData).exported(name)
}

class ScriptReader {
  readonly #text: string
  readonly #masked: string
  readonly #importData: ImportData
  readonly #valueAt = new Map<string, number>()
  readonly #bodyAt = new Map<string, number>()
  readonly #imports = new Map<string, { readonly specifier: string; readonly name: string }>()
  readonly #known = new Map<string, Data>()
  readonly #open = new Set<string>()
  #at = 0
  #count = 0
  #depth = 0

  constructor(text: string, importData: ImportData) {
    this.#text = text
    this.#masked = maskCode(text)
    this.#importData = importData
    for (const match of this.#masked.matchAll(DECLARATION))
      this.#valueAt.set(match[1] ?? "", match.index + match[0].length)
    for (const match of this.#masked.matchAll(FUNCTION))
      this.#bodyAt.set(match[1] ?? "", match.index + match[0].length - 1)
    for (const match of this.#masked.matchAll(IMPORT)) this.#noteImport(match)
  }

  exported(name: string): Data {
    if (name !== "default") return this.#named(name)
    const match = [...this.#masked.matchAll(DEFAULT_EXPORT)].at(-1)
    return match === undefined ? undefined : this.#readAt(match.index + match[0].length)
  }

  #noteImport(match: RegExpExecArray): void {
    const specifier = /^["']([^"'\n]*)/.exec(this.#text.slice(match.index + match[0].length))?.[1]
    if (specifier === undefined) return
    if (match[1] !== undefined) this.#imports.set(match[1], { specifier, name: "default" })
    for (const part of (match[2] ?? "").split(",")) {
      const [, name, alias] = /^\s*([\w$]+)(?:\s+as\s+([\w$]+))?\s*$/.exec(part) ?? []
      if (name !== undefined) this.#imports.set(alias ?? name, { specifier, name })
    }
  }

  /** The value of a constant, of a function's `return`, or of an import. */
  #named(name: string): Data {
    if (this.#known.has(name)) return this.#known.get(name)
    // What refers to itself has no value that could be written down.
    if (this.#open.has(name)) return undefined
    this.#open.add(name)
    const valueAt = this.#valueAt.get(name)
    const bodyAt = this.#bodyAt.get(name)
    const imported = this.#imports.get(name)
    let value: Data
    if (valueAt !== undefined) value = this.#readAt(valueAt)
    else if (bodyAt !== undefined) value = this.#readAt(bodyAt, () => this.#afterParameters())
    else if (imported !== undefined) value = this.#importData(imported.specifier, imported.name)
    this.#open.delete(name)
    this.#known.set(name, value)
    return value
  }

  #readAt(at: number, read: () => Data = () => this.#value()): Data {
    const back = this.#at
    this.#at = at
    const value = read()
    this.#at = back
    return value
  }

  #space(): void {
    while (this.#at < this.#masked.length && /\s/.test(this.#masked.charAt(this.#at))) this.#at++
  }

  #word(): string {
    WORD.lastIndex = this.#at
    const word = WORD.exec(this.#masked)?.[0] ?? ""
    this.#at += word.length
    return word
  }

  /** Reads one expression and goes to the sign that ends it. */
  #value(): Data {
    this.#space()
    const start = this.#at
    if (++this.#count > MAX_VALUES || this.#depth > MAX_DEPTH) {
      this.#at = endOfExpression(this.#masked, start)
      return undefined
    }
    this.#depth++
    const value = this.#primary()
    this.#depth--
    // Whatever follows (`as const`, `satisfies …`, an operator) does not change what is written down.
    this.#at = endOfExpression(this.#masked, Math.max(start, this.#at))
    return value
  }

  #primary(): Data {
    const sign = this.#masked.charAt(this.#at)
    if (sign === "[") return this.#array()
    if (sign === "{") return this.#object()
    if (sign === "(") return this.#parenthesis()
    if (sign === '"' || sign === "'" || sign === "`") return this.#string(sign)
    const word = this.#word()
    if (word === "") return undefined
    if (/^\d/.test(word)) return Number(word)
    if (word === "true" || word === "false") return word === "true"
    if (word === "null") return null
    if (word === "async" || word === "await" || word === "new") {
      this.#space()
      return this.#primary()
    }
    if (word === "function") return this.#function()
    return this.#reference(word)
  }

  #string(quote: string): string | undefined {
    const start = this.#at + 1
    const end = this.#masked.indexOf(quote, start)
    this.#at = end === -1 ? this.#masked.length : end + 1
    const raw = this.#text.slice(start, end === -1 ? undefined : end)
    if (quote === "`" && raw.includes("${")) return undefined
    return raw.replace(/\\(?:u\{?([0-9a-fA-F]{4,6})\}?|([^]))/g, (_, code: string | undefined, sign = "") =>
      code === undefined ? (sign === "n" ? "\n" : String(sign)) : characterOf(code),
    )
  }

  #array(): Data {
    const values: Data[] = []
    this.#at++
    for (;;) {
      this.#space()
      if (this.#ends("]")) return values
      const isSpread = this.#takeSpread()
      const value = this.#value()
      if (isSpread && Array.isArray(value)) values.push(...(value as readonly Data[]))
      else if (!isSpread) values.push(value)
      if (!this.#takeComma("]")) return values
    }
  }

  #object(): Data {
    const entries = new Map<string, Data>()
    this.#at++
    for (;;) {
      this.#space()
      if (this.#ends("}")) return Object.fromEntries(entries)
      if (this.#takeSpread()) {
        const value = this.#value()
        if (isRecord(value)) for (const [key, held] of Object.entries(value)) entries.set(key, held)
      } else {
        const key = this.#key()
        const value = this.#member(key)
        if (key !== undefined && value !== undefined) entries.set(key, value)
      }
      if (!this.#takeComma("}")) return Object.fromEntries(entries)
    }
  }

  #key(): string | undefined {
    const sign = this.#masked.charAt(this.#at)
    if (sign === '"' || sign === "'") return this.#string(sign)
    if (sign !== "[") return this.#word()
    const start = this.#at++
    const key = this.#value()
    this.#at = closingBracket(this.#masked, start) + 1
    return typeof key === "string" ? key : undefined
  }

  /** What stands after a key: a value, nothing (the name is its own value), or a method. */
  #member(key: string | undefined): Data {
    this.#space()
    const sign = this.#masked.charAt(this.#at)
    if (sign === ":") {
      this.#at++
      return this.#value()
    }
    if (sign === "," || sign === "}") return key === undefined ? undefined : this.#named(key)
    if (sign === "(") return this.#afterParameters()
    this.#at = endOfExpression(this.#masked, this.#at)
    return undefined
  }

  /** `(…)` around a value, or the parameters of an arrow function, whose value is what it returns. */
  #parenthesis(): Data {
    const end = closingBracket(this.#masked, this.#at)
    const arrow = /^\)\s*(?::[^=]{0,200})?=>\s*/.exec(this.#masked.slice(end, end + 300))
    if (arrow === null) {
      this.#at++
      const value = this.#value()
      this.#at = end + 1
      return value
    }
    this.#at = end + arrow[0].length
    return this.#masked.charAt(this.#at) === "{" ? this.#body() : this.#primary()
  }

  #function(): Data {
    this.#at = Math.max(this.#at, this.#masked.indexOf("(", this.#at))
    return this.#afterParameters()
  }

  #afterParameters(): Data {
    this.#at = closingBracket(this.#masked, this.#at) + 1
    const brace = this.#masked.indexOf("{", this.#at)
    if (brace === -1) return undefined
    this.#at = brace
    return this.#body()
  }

  /** The value of the last `return` in the braces of a function. */
  #body(): Data {
    const end = closingBracket(this.#masked, this.#at)
    const returned = [...this.#masked.slice(this.#at, end).matchAll(/\breturn\b/g)].at(-1)
    const value = returned === undefined ? undefined : this.#readAt(this.#at + returned.index + returned[0].length)
    this.#at = end + 1
    return value
  }

  /** A name, with the members and the call that follow it. */
  #reference(word: string): Data {
    let value = this.#isFollowedBy("(") || this.#isFollowedBy("<") ? undefined : this.#named(word)
    for (;;) {
      if (this.#isFollowedBy(".") || this.#isFollowedBy("?")) {
        this.#at = this.#masked.slice(this.#at).search(/[\w$([]/) + this.#at
        const member = this.#word()
        if (member === "") return value
        value = isRecord(value) ? value[member] : undefined
      } else if (
        this.#isFollowedBy("(") ||
        /^\s*<[^;{}()]{0,200}>\(/.test(this.#masked.slice(this.#at, this.#at + 220))
      ) {
        value = this.#call(word)
      } else return value
    }
  }

  #call(name: string): Data {
    this.#at = this.#masked.indexOf("(", this.#at) + 1
    const given: Data[] = []
    for (;;) {
      this.#space()
      if (this.#ends(")")) break
      given.push(this.#value())
      if (!this.#takeComma(")")) break
    }
    const own = this.#valueAt.has(name) || this.#bodyAt.has(name) ? this.#named(name) : undefined
    return (
      own ??
      given.find((value) => Array.isArray(value) || isRecord(value)) ??
      given.find((value) => typeof value === "string")
    )
  }

  #isFollowedBy(sign: string): boolean {
    this.#space()
    return this.#masked.charAt(this.#at) === sign
  }

  #takeSpread(): boolean {
    if (!this.#masked.startsWith("...", this.#at)) return false
    this.#at += 3
    return true
  }

  #ends(sign: string): boolean {
    if (this.#at >= this.#masked.length) return true
    if (this.#masked.charAt(this.#at) !== sign) return false
    this.#at++
    return true
  }

  /** @returns false when the list ends here. */
  #takeComma(closing: string): boolean {
    this.#space()
    const sign = this.#masked.charAt(this.#at)
    if (sign === "" || sign === closing) return !this.#ends(closing)
    this.#at++
    return sign === ","
  }
}

function characterOf(code: string): string {
  const point = Number.parseInt(code, 16)
  return point <= 0x10ffff ? String.fromCodePoint(point) : ""
}
