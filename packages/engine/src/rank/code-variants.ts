import { isProgrammingLanguage, languageName } from "../index/format/code-languages.ts"
import type { IndexFile } from "../index/read/open-index.ts"
import type { TextAnalyser } from "../index/terms/analyse-text.ts"
import { beginsWithCut, endsWithCutCode, withoutCuts } from "../snippets/cut-marks.ts"

/** Jaccard similarity of their words from which code in two programming languages says the same: 83% of 858 pairs have more (eval/log.md). */
const MIN_SIMILARITY = 0.4
/** Formats in which the same configuration or data can be written. */
const DATA_FORMATS = new Set(["yaml", "xml", "toml", "json", "ini", "properties", "php"])
/** Share of the words of the shorter text that the other one has, from which data in two formats is the same: XML has many words of its own. */
const MIN_SHARED_WORDS = 0.75
/** Variants further from a snippet are not searched for. */
const REACH = 12

/** A snippet that has only code, with a caption or the label of a tab above it. */
const ONLY_CODE = /^(?:[^\n]{1,80}\n)?(`{3,})[^`\n]*\n[\s\S]*?\n\1$/
const FENCED_CODE = /^(`{3,})([^`\n]*)\n([\s\S]*?)\n\1$/gm
/** The path of a file in a comment that begins code, without its ending. */
const FILE_COMMENT = /^(?:#|\/\/|<!--|;|--)[ \t]*((?:[\w.@-]+\/)+[\w@-]+(?:\.[\w@-]+)*)\.\w{1,10}(?:[ \t]*-->)?$/

/** Code of one language or format: the snippet that contains it, or several if it was cut. */
type Variant = readonly number[]

/** What is compared of a variant. */
interface VariantCode {
  /** Canonical names; empty for code without a language. */
  readonly languages: readonly string[]
  readonly words: ReadonlySet<string>
  readonly file: string | undefined
}

/** Finds snippets that show the code before them in another programming language or format, as the tabs of a page do. */
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
   * Returns the variants of a snippet's code, including its own, in the order of the page. The first one may also have the text that introduces
   * the code; all others only have code.
   */
  of(id: number): readonly Variant[] {
    const known = this.#variantsById.get(id)
    if (known !== undefined) return known
    const variants = this.#find(id)
    for (const member of variants.flat()) this.#variantsById.set(member, variants)
    return variants
  }

  /** Returns true for code that says the same as that of another snippet in another language, but not for the first variant. */
  isFurther(id: number, other: number): boolean {
    const [, ...further] = this.of(other)
    return further.some((variant) => variant.includes(id) && !variant.includes(other))
  }

  #find(id: number): readonly Variant[] {
    let start = id
    while (start > id - REACH && this.#hasCodeBefore(start)) start--
    let variants: number[][] = [[start]]
    let codes = [this.#codeOf(start)]
    for (let next = start + 1; next <= id + REACH && this.#hasCodeBefore(next); next++) {
      if (this.#continuesCut(next)) {
        variants.at(-1)?.push(next)
        codes = variants.map((variant) => this.#codeOf(...variant))
        continue
      }
      const code = this.#codeOf(next)
      if (codes.some((other) => saysTheSame(other, code))) {
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

  /** Returns true for a snippet that has only code, after one of its section that has code. */
  #hasCodeBefore(id: number): boolean {
    const { sectionOfSnippet, snippetCode } = this.#index.layout
    const section = sectionOfSnippet[id]
    if (section === undefined || sectionOfSnippet[id - 1] !== section) return false
    return snippetCode[id] !== 0 && snippetCode[id - 1] !== 0 && ONLY_CODE.test(withoutCuts(this.#read(id)))
  }

  #continuesCut(id: number): boolean {
    return beginsWithCut(this.#read(id)) && endsWithCutCode(this.#read(id - 1))
  }

  #codeOf(...ids: readonly number[]): VariantCode {
    const blocks = ids.flatMap((id) => [...withoutCuts(this.#read(id)).matchAll(FENCED_CODE)])
    const text = blocks.map(([, , , code]) => code ?? "").join("\n")
    const labels = blocks.map(([, , label]) => languageName(label ?? ""))
    return {
      languages: [...new Set(labels.filter((label) => label !== ""))],
      words: new Set(this.#analyser.findTerms(text)),
      file: FILE_COMMENT.exec(blocks.at(-1)?.[3]?.split("\n", 1)[0] ?? "")?.[1],
    }
  }
}

function saysTheSame(left: VariantCode, right: VariantCode): boolean {
  const languages = [...left.languages, ...right.languages]
  if (left.languages.length === 0 || right.languages.length === 0) return false
  if (new Set(languages).size < languages.length) return false
  if (left.file !== undefined && left.file === right.file) return true
  const shared = [...left.words].filter((word) => right.words.has(word)).length
  const all = left.words.size + right.words.size - shared
  if (languages.every(isProgrammingLanguage) && shared >= MIN_SIMILARITY * all) return true
  const shorter = Math.min(left.words.size, right.words.size)
  return languages.every((name) => DATA_FORMATS.has(name)) && shared >= MIN_SHARED_WORDS * shorter
}
