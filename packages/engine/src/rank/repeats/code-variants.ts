import { languageBitsIn } from "../../index/format/code-languages.ts"
import { wordMark } from "../../index/format/word-order.ts"
import type { IndexFile, StoredCode } from "../../index/read/open-index.ts"
import type { TextAnalyser } from "../../index/terms/analyse-text.ts"
import { beginsWithCut, endsWithCutCode, withoutCuts } from "../../snippets/cut-marks.ts"
import { isProgrammingLanguage, languageName } from "../../snippets/variants/language-names.ts"
import { isNamedPlatform, platformLabelOf, platformsNamedIn } from "../../snippets/variants/platform-labels.ts"
import { canBeVariants, haveWordsOfVariants } from "../../snippets/variants/variant-code.ts"
import type { MarkOverlap } from "./mark-overlap.ts"
import { PlatformParts } from "./platform-parts.ts"
import type { Variant, VariantCache } from "./variant-cache.ts"

/** Maximum distance between a snippet and its variants, in snippets. */
const VARIANT_REACH = 12

/** A snippet that contains only code, perhaps below a caption or the label of a tab. */
const ONLY_CODE = /^(?:[^\n]{1,80}\n)?(`{3,})[^`\n]*\n[\s\S]*?\n\1$/
/** A comment with the path of a file, in the first line of code. Captures the path without the file extension. */
const FILE_COMMENT = /^(?:#|\/\/|<!--|;|--)[ \t]*((?:[\w.@-]+\/)+[\w@-]+(?:\.[\w@-]+)*)\.\w{1,10}(?:[ \t]*-->)?$/

/** The ids of some snippets. */
type SnippetIds = Pick<ReadonlySet<number>, "has">

/** Consecutive snippets of a section that contain code, at most `VARIANT_REACH` to each side of one of them. */
interface CodeAround {
  readonly first: number
  readonly last: number
  /** True if all code has a language in common, so that none is a variant of another, or if there is no code. */
  readonly shareLanguage: boolean
}

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
  /** Marks of the words (`wordMark`). Finding them takes longest. */
  readonly words: () => Uint16Array
}

/** Creates a function that computes a value when it is first called. */
function once<Value extends object>(compute: () => Value): () => Value {
  let value: Value | undefined
  return () => (value ??= compute())
}

/** What the variants of all answers share. */
export interface VariantTools {
  readonly analyser: TextAnalyser
  readonly overlap: MarkOverlap
  readonly variants: VariantCache
}

/**
 * Finds snippets that repeat the text before them in another programming language or format, or for another platform, such as the tabs of a
 * page.
 */
export class CodeVariants {
  readonly #index: IndexFile
  readonly #analyser: TextAnalyser
  readonly #read: (id: number) => string
  readonly #overlap: MarkOverlap
  readonly #cache: VariantCache
  readonly #platforms: PlatformParts | undefined
  readonly #platformsNamed: ReadonlySet<string>
  readonly #codeByIds = new Map<string, VariantCode>()
  readonly #partsById = new Map<number, readonly Variant[] | undefined>()
  readonly #variantsById = new Map<number, readonly Variant[]>()

  /** @param read returns the content of a snippet. @param asked the question and its terms; the platforms that they name are preferred. */
  constructor(
    index: IndexFile,
    { analyser, overlap, variants }: VariantTools,
    read: (id: number) => string,
    asked: readonly string[] = [],
  ) {
    this.#platformsNamed = platformsNamedIn(asked)
    this.#index = index
    this.#analyser = analyser
    this.#overlap = overlap
    this.#cache = variants
    this.#platforms = variants.hasPlatforms(index) ? new PlatformParts(index, overlap, read) : undefined
    this.#read = read
  }

  /** Returns the first snippet that may be a variant of a snippet's code, without reading any; usually the snippet itself. */
  firstPossible(id: number): number {
    const { first, shareLanguage } = this.#codeAround(id)
    return shareLanguage ? id : first
  }

  /**
   * Returns all variants of a snippet's code, including its own, in the order of the page. Only the first one can also contain text, which
   * introduces the code.
   */
  of(id: number): readonly Variant[] {
    if (this.#codeAround(id).shareLanguage) return [[id]]
    const known = this.#variantsById.get(id)
    if (known !== undefined) return known
    const variants = this.#partsOf(id) ?? this.#cache.get(this.#index, id, () => this.#find(id))
    for (const member of variants.flat()) this.#variantsById.set(member, variants)
    return variants
  }

  /** Returns true if one of some snippets is another variant of a snippet's code. */
  hasOther(id: number, snippets: SnippetIds): boolean {
    // Most text has no variants nearby that matter, and finding variants takes much longer than this.
    const { first, last, shareLanguage } = this.#codeAround(id)
    if (shareLanguage || !isAnyOther(id, first, last, snippets)) return false
    return this.of(id).some((variant) => !variant.includes(id) && variant.some((part) => snippets.has(part)))
  }

  /** Returns true if a snippet is a variant of another one's code, but not the first variant. */
  isFurther(id: number, other: number): boolean {
    const [, ...further] = this.of(other)
    return further.some((variant) => variant.includes(id) && !variant.includes(other))
  }

  /** Returns the snippet before another one. Of variants before text that follows them, this is the end of the first one. */
  previousOf(id: number): number {
    const previous = id - 1
    if (this.firstPossible(previous) === previous) return previous
    const variants = this.of(previous)
    return variants.flat().includes(id) ? previous : (variants[0]?.at(-1) ?? previous)
  }

  /** Returns true if the first variant of a snippet's code is another one, from `from` up to, but not including, `to`. */
  hasFirstIn(id: number, { from, to }: { readonly from: number; readonly to: number }): boolean {
    const first = this.firstPossible(id) === id ? id : (this.of(id)[0]?.[0] ?? id)
    return first !== id && first >= from && first < to
  }

  /** Returns how many snippets directly after a snippet are not shown because they are variants of shown code. */
  omittedAfter(id: number, shown: SnippetIds): number {
    let next = id + 1
    while (next <= id + VARIANT_REACH && !shown.has(next) && this.hasOther(next, shown)) next++
    return next - id - 1
  }

  /** Returns where the part that contains a snippet starts; undefined for the first snippet of a part, and outside of parts. */
  startOfPart(id: number): number | undefined {
    const [start] = this.#partsOf(id)?.find((part) => part.includes(id)) ?? []
    return start === id ? undefined : start
  }

  /** Returns where the part for a platform starts that the question names, if the part with this snippet is for another one; otherwise undefined. */
  namedInsteadOf(id: number): number | undefined {
    if (this.#platformsNamed.size === 0) return undefined
    const parts = this.#partsOf(id) ?? []
    const isNamed = ([start = id]: Variant) =>
      isNamedPlatform(platformLabelOf(this.#read(start)) ?? "", this.#platformsNamed)
    const named = parts.find(isNamed)
    return named === undefined || parts.some((part) => part.includes(id) && isNamed(part)) ? undefined : named[0]
  }

  /** Returns the labels of the parts that are left out because this one is shown. Only its last shown snippet has them, to name them once. */
  omittedPlatforms(id: number, shown: SnippetIds): readonly string[] {
    const parts = this.#partsOf(id) ?? []
    const own = parts.find((variant) => variant.includes(id))
    if (own?.findLast((part) => shown.has(part)) !== id) return []
    const others = parts.filter((variant) => !variant.some((part) => shown.has(part)))
    // The suspicious text may be in the label.
    const starts = others.flatMap(([start = id]) => (this.#index.findings.has(start) ? [] : [start]))
    return starts.flatMap((start) => platformLabelOf(this.#read(start)) ?? [])
  }

  /** Returns the parts for platforms around a snippet; undefined if it is in none. */
  #partsOf(id: number): readonly Variant[] | undefined {
    if (this.#platforms === undefined) return undefined
    if (!this.#partsById.has(id)) this.#partsById.set(id, this.#platforms.of(id))
    return this.#partsById.get(id)
  }

  #find(id: number): readonly Variant[] {
    let start = id
    while (start > id - VARIANT_REACH && this.#hasCodeBefore(start)) start--
    if (start === id && !this.#hasCodeBefore(id + 1)) return [[id]]
    let variants: number[][] = [[start]]
    let codes = [this.#codeOf([start])]
    for (let next = start + 1; next <= id + VARIANT_REACH && this.#hasCodeBefore(next); next++) {
      if (this.#continuesCut(next)) {
        variants.at(-1)?.push(next)
        codes = variants.map((variant) => this.#codeOf([...variant]))
        continue
      }
      const code = this.#codeOf([next])
      if (codes.some((other) => this.#areVariants(other, code)) || isInFurtherLanguage(code, codes)) {
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

  /** Finds the code around a snippet that may contain its variants. This is known without reading a snippet. */
  #codeAround(id: number): CodeAround {
    const parts = this.#partsOf(id)
    if (parts !== undefined)
      return { first: parts[0]?.[0] ?? id, last: parts.at(-1)?.at(-1) ?? id, shareLanguage: false }
    const { snippetCode } = this.#index.layout
    let shared = snippetCode[id] ?? 0
    if (shared === 0) return { first: id, last: id, shareLanguage: true }
    let first = id
    for (; first > id - VARIANT_REACH && this.#mayFollowCode(first); first--) shared &= snippetCode[first - 1] ?? 0
    let last = id
    for (; last < id + VARIANT_REACH && this.#mayFollowCode(last + 1); last++) shared &= snippetCode[last + 1] ?? 0
    return { first, last, shareLanguage: languageBitsIn(shared) !== 0 }
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

  /** Returns the code of a variant, which is compared with that of several others. */
  #codeOf(ids: Variant): VariantCode {
    const key = ids.join()
    const known = this.#codeByIds.get(key)
    if (known !== undefined) return known
    const { snippetCode } = this.#index.layout
    const code = {
      bits: ids.reduce((bits, id) => bits | (snippetCode[id] ?? 0), 0),
      read: once(() => this.#readCode(ids)),
    }
    this.#codeByIds.set(key, code)
    return code
  }

  #readCode(ids: readonly number[]): ReadVariant {
    const parts = ids.map((id) => ({ id, ...this.#index.code(id) }))
    const codes = parts.flatMap((part) => part.codes)
    const names = codes.map(({ language }) => languageName(language))
    const [firstLine = ""] = codes.at(-1)?.code.split("\n", 1) ?? []
    return {
      languages: [...new Set(names.filter((name) => name !== ""))],
      file: FILE_COMMENT.exec(firstLine)?.[1],
      words: once(() => joinLists(parts.map((part) => this.#wordsOf(part)))),
    }
  }

  /** Returns the marks of the words of a snippet's code. The index contains those of a snippet without other text. */
  #wordsOf({ id, codes, hasText }: StoredCode & { readonly id: number }): Uint16Array {
    if (!hasText) return this.#index.wordOrder(id)
    const words = this.#analyser.findTerms(codes.map(({ code }) => code).join("\n"))
    return Uint16Array.from(words, wordMark)
  }

  #areVariants(leftCode: VariantCode, rightCode: VariantCode): boolean {
    if (languageBitsIn(leftCode.bits & rightCode.bits) !== 0) return false
    const [left, right] = [leftCode.read(), rightCode.read()]
    const languages = [...left.languages, ...right.languages]
    if (left.languages.length === 0 || right.languages.length === 0) return false
    if (new Set(languages).size < languages.length) return false
    if (left.file !== undefined && left.file === right.file) return true
    return canBeVariants(languages) && haveWordsOfVariants(languages, this.#overlap.of(left.words(), right.words()))
  }
}

/**
 * Returns true for code in another programming language that directly follows variants in at least two others. It needs no words in common
 * with them, because each language can have its own names.
 */
function isInFurtherLanguage(code: VariantCode, variants: readonly VariantCode[]): boolean {
  if (variants.length < 2) return false
  const { languages } = code.read()
  const known = new Set(variants.flatMap((variant) => variant.read().languages))
  return languages.length > 0 && languages.every((name) => isProgrammingLanguage(name) && !known.has(name))
}

function joinLists(lists: readonly Uint16Array[]): Uint16Array {
  const [first = new Uint16Array(0), ...others] = lists
  return others.length === 0 ? first : Uint16Array.from(lists.flatMap((list) => [...list]))
}

/** Returns true if some snippets contain one from `first` to `last`, other than `id`. */
function isAnyOther(id: number, first: number, last: number, snippets: SnippetIds): boolean {
  for (let near = first; near <= last; near++) if (near !== id && snippets.has(near)) return true
  return false
}
