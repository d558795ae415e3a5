import { HAS_CODE, isProgrammingLanguage, languageName } from "../index/format/code-languages.ts"
import type { IndexFile } from "../index/read/open-index.ts"
import type { TextAnalyser } from "../index/terms/analyse-text.ts"
import { beginsWithCut, endsWithCutCode, withoutCuts } from "../snippets/cut-marks.ts"

/**
 * Minimum Jaccard similarity of the words of two variants in programming languages. 86% of 858 neighbouring pairs reach it (eval/log.md).
 */
const MIN_SIMILARITY = 0.4
/** Formats in which the same configuration or data can be written. */
const DATA_FORMATS = new Set(["yaml", "xml", "toml", "json", "ini", "properties", "php"])
/**
 * Minimum share of the shorter text's words that the longer one contains, for variants in data formats. XML adds so many words of its own that
 * the Jaccard similarity is low.
 */
const MIN_SHARED_WORDS = 0.75
/** Maximum distance between a snippet and its variants, in snippets. */
export const VARIANT_REACH = 12

/** A snippet that contains only code, perhaps below a caption or the label of a tab. */
const ONLY_CODE = /^(?:[^\n]{1,80}\n)?(`{3,})[^`\n]*\n[\s\S]*?\n\1$/
/** A comment with the path of a file, in the first line of code. Captures the path without the file extension. */
const FILE_COMMENT = /^(?:#|\/\/|<!--|;|--)[ \t]*((?:[\w.@-]+\/)+[\w@-]+(?:\.[\w@-]+)*)\.\w{1,10}(?:[ \t]*-->)?$/

/** The snippets that contain the code in one language or format: several if the code was cut. */
type Variant = readonly number[]
/** The ids of some snippets. */
type SnippetIds = Pick<ReadonlySet<number>, "has">

/** The properties that are compared between variants. */
interface VariantCode {
  /** Bits of the languages of the code (`code-languages.ts`). */
  readonly bits: number
  /** Most pairs differ before the code is needed, and reading it takes longer than everything before. */
  readonly read: () => ReadVariant
}

interface ReadVariant {
  /** Canonical names; empty if no code has a language. */
  readonly languages: readonly string[]
  readonly file: string | undefined
  /** Finding the words takes longest. */
  readonly words: () => ReadonlySet<string>
}

/** Creates a function that computes a value when it is first called. */
function once<Value extends object>(compute: () => Value): () => Value {
  let value: Value | undefined
  return () => (value ??= compute())
}

/** Finds snippets that repeat the code before them in another programming language or format, such as the tabs of a page. */
export class CodeVariants {
  readonly #index: IndexFile
  readonly #analyser: TextAnalyser
  readonly #read: (id: number) => string
  readonly #variantsById = new Map<number, readonly Variant[]>()

  /** @param read returns the content of a snippet. */
  constructor(index: IndexFile, analyser: TextAnalyser, read: (id: number) => string) {
    this.#index = index
    this.#analyser = analyser
    this.#read = read
  }

  /**
   * Returns all variants of a snippet's code, including its own, in the order of the page. Only the first one can also contain text, which
   * introduces the code.
   */
  of(id: number): readonly Variant[] {
    if (this.#shareLanguage(id)) return [[id]]
    const known = this.#variantsById.get(id)
    if (known !== undefined) return known
    const variants = this.#find(id)
    for (const member of variants.flat()) this.#variantsById.set(member, variants)
    return variants
  }

  /** Returns true if one of some snippets is another variant of a snippet's code. */
  hasOther(id: number, snippets: SnippetIds): boolean {
    // Most code has no variants nearby that matter, and finding variants takes much longer than this.
    if (!isAnyNear(id, snippets)) return false
    return this.of(id).some((variant) => !variant.includes(id) && variant.some((part) => snippets.has(part)))
  }

  /** Returns true if a snippet is a variant of another one's code, but not the first variant. */
  isFurther(id: number, other: number): boolean {
    const [, ...further] = this.of(other)
    return further.some((variant) => variant.includes(id) && !variant.includes(other))
  }

  #find(id: number): readonly Variant[] {
    let start = id
    while (start > id - VARIANT_REACH && this.#hasCodeBefore(start)) start--
    if (start === id && !this.#hasCodeBefore(id + 1)) return [[id]]
    let variants: number[][] = [[start]]
    let codes = [this.#codeOf(start)]
    for (let next = start + 1; next <= id + VARIANT_REACH && this.#hasCodeBefore(next); next++) {
      if (this.#continuesCut(next)) {
        variants.at(-1)?.push(next)
        codes = variants.map((variant) => this.#codeOf(...variant))
        continue
      }
      const code = this.#codeOf(next)
      if (codes.some((other) => areVariants(other, code))) {
        variants.push([next])
        codes.push(code)
        continue
      }
      if (next > id) break
      variants = [[next]]
      codes = [code]
    }
    return variants
  }

  /**
   * Returns true if a snippet has no code, or if it and all code around it have a language in common, so that none is a variant of another.
   * This is usual, and is known without reading a snippet.
   */
  #shareLanguage(id: number): boolean {
    const { snippetCode } = this.#index.layout
    let shared = snippetCode[id] ?? 0
    for (let before = id; before > id - VARIANT_REACH && this.#mayFollowCode(before); before--)
      shared &= snippetCode[before - 1] ?? 0
    for (let next = id + 1; next <= id + VARIANT_REACH && this.#mayFollowCode(next); next++)
      shared &= snippetCode[next] ?? 0
    return snippetCode[id] === 0 || (shared & ~HAS_CODE) !== 0
  }

  /** Returns true if a snippet and the previous one are in the same section and contain code. */
  #mayFollowCode(id: number): boolean {
    const { sectionOfSnippet, snippetCode } = this.#index.layout
    const section = sectionOfSnippet[id]
    if (section === undefined || sectionOfSnippet[id - 1] !== section) return false
    return snippetCode[id] !== 0 && snippetCode[id - 1] !== 0
  }

  /** Returns true if a snippet contains only code, and the previous snippet is in the same section and contains code. */
  #hasCodeBefore(id: number): boolean {
    return this.#mayFollowCode(id) && ONLY_CODE.test(withoutCuts(this.#read(id)))
  }

  #continuesCut(id: number): boolean {
    return beginsWithCut(this.#read(id)) && endsWithCutCode(this.#read(id - 1))
  }

  #codeOf(...ids: readonly number[]): VariantCode {
    const { snippetCode } = this.#index.layout
    return {
      bits: ids.reduce((bits, id) => bits | (snippetCode[id] ?? 0), 0),
      read: once(() => this.#readCode(ids)),
    }
  }

  #readCode(ids: readonly number[]): ReadVariant {
    const codes = ids.flatMap((id) => this.#index.codes(id))
    const names = codes.map(({ language }) => languageName(language))
    const [firstLine = ""] = codes.at(-1)?.code.split("\n", 1) ?? []
    return {
      languages: [...new Set(names.filter((name) => name !== ""))],
      file: FILE_COMMENT.exec(firstLine)?.[1],
      words: once(() => new Set(this.#analyser.findTerms(codes.map(({ code }) => code).join("\n")))),
    }
  }
}

function isAnyNear(id: number, snippets: SnippetIds): boolean {
  for (let near = id - VARIANT_REACH; near <= id + VARIANT_REACH; near++)
    if (near !== id && snippets.has(near)) return true
  return false
}

function areVariants(leftCode: VariantCode, rightCode: VariantCode): boolean {
  if ((leftCode.bits & rightCode.bits & ~HAS_CODE) !== 0) return false
  const [left, right] = [leftCode.read(), rightCode.read()]
  const languages = [...left.languages, ...right.languages]
  if (left.languages.length === 0 || right.languages.length === 0) return false
  if (new Set(languages).size < languages.length) return false
  if (left.file !== undefined && left.file === right.file) return true
  const areProgramming = languages.every(isProgrammingLanguage)
  const areData = languages.every((name) => DATA_FORMATS.has(name))
  if (!areProgramming && !areData) return false
  const [leftWords, rightWords] = [left.words(), right.words()]
  const shared = [...leftWords].filter((word) => rightWords.has(word)).length
  const all = leftWords.size + rightWords.size - shared
  if (areProgramming && shared >= MIN_SIMILARITY * all) return true
  return areData && shared >= MIN_SHARED_WORDS * Math.min(leftWords.size, rightWords.size)
}
