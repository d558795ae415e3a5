import { areNearDuplicates } from "../../index/duplicates/sketch.ts"
import type { IndexedSnippet, IndexFile } from "../../index/read/open-index.ts"
import { codeBlocksOf } from "../../snippets/code-names.ts"
import type { SketchedText } from "./shown-texts.ts"

/** Copies are searched among this many of the best candidates; at most two are named. */
const COPY_CANDIDATES = 40
const MAX_NAMED_COPIES = 2
/** Most tokens by which the lengths of copies differ, as a share. */
const MAX_COPY_DIFFERENCE = 0.1
/** Texts from this similarity on are copies of each other, if their code is the same. Below it, for example, code has another address. */
const MIN_COPY_SIMILARITY = 0.9

/** A snippet that matches the question. */
interface Candidate {
  readonly snippet: number
  readonly page: number
}

/** What is known of a snippet without reading it. */
interface Measures {
  readonly tokens: number
  readonly length: number
  /** Bits of the languages of its code (`code-languages.ts`). */
  readonly code: number
}

/** Finds copies of snippets: almost identical texts with the same code on other pages, such as those of other versions. */
export class CopyFinder {
  readonly #index: IndexFile
  /** The best candidates. */
  readonly #candidates: readonly Candidate[]
  readonly #measures: readonly Measures[]
  readonly #read: (id: number) => IndexedSnippet
  /** Sketches of the best candidates, as far as they were compared. */
  readonly #sketches: Uint32Array[] = []

  /** @param candidates best first. */
  constructor(index: IndexFile, candidates: readonly Candidate[], read: (id: number) => IndexedSnippet) {
    this.#index = index
    this.#candidates = candidates.slice(0, COPY_CANDIDATES)
    this.#measures = this.#candidates.map(({ snippet }) => measuresOf(index, snippet))
    this.#read = read
  }

  /** Returns at most two copies of a snippet, best first. */
  find(text: SketchedText): readonly IndexedSnippet[] {
    const copies: IndexedSnippet[] = []
    const own = measuresOf(this.#index, text.id)
    for (let at = 0; at < this.#candidates.length && copies.length < MAX_NAMED_COPIES; at++) {
      const { snippet: id, page } = this.#candidates[at] as Candidate
      if (page === text.page || !mayBeCopy(own, this.#measures[at] as Measures)) continue
      const sketch = (this.#sketches[at] ??= this.#index.sketch(id))
      if (!areNearDuplicates(text.sketch, sketch, MIN_COPY_SIMILARITY)) continue
      const copy = this.#read(id)
      if (haveSameCode(this.#read(text.id).content, copy.content)) copies.push(copy)
    }
    return copies
  }
}

function measuresOf({ layout }: IndexFile, id: number): Measures {
  const { snippetTokens, snippetLength, snippetCode } = layout
  return { tokens: snippetTokens[id] ?? 0, length: snippetLength[id] ?? 0, code: snippetCode[id] ?? 0 }
}

/** Returns false if two snippets differ in length, or in the languages of their code. This rules out most without reading their sketches. */
function mayBeCopy(own: Measures, other: Measures): boolean {
  return (
    own.code === other.code &&
    Math.abs(own.tokens - other.tokens) <= MAX_COPY_DIFFERENCE * own.tokens &&
    Math.abs(own.length - other.length) <= MAX_COPY_DIFFERENCE * own.length
  )
}

/**
 * Returns true if two texts have the same code, apart from spaces and line breaks. The pages of two frameworks may differ in one
 * name, which a reader must not copy from the wrong one.
 */
function haveSameCode(content: string, other: string): boolean {
  return codeOf(content) === codeOf(other)
}

function codeOf(content: string): string {
  const blocks = codeBlocksOf(content)
  return blocks.map((code) => code.replaceAll(/\s+/g, " ")).join("\n")
}
