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

/** Finds copies of snippets: almost identical texts with the same code on other pages, such as those of other versions. */
export class CopyFinder {
  readonly #index: IndexFile
  readonly #candidates: readonly Candidate[]
  readonly #read: (id: number) => IndexedSnippet
  /** Sketches of the best candidates, as far as they were compared. */
  readonly #sketches: Uint32Array[] = []

  /** @param candidates best first. */
  constructor(index: IndexFile, candidates: readonly Candidate[], read: (id: number) => IndexedSnippet) {
    this.#index = index
    this.#candidates = candidates
    this.#read = read
  }

  /** Returns at most two copies of a snippet, best first. */
  find(text: SketchedText): readonly IndexedSnippet[] {
    const copies: IndexedSnippet[] = []
    const end = Math.min(this.#candidates.length, COPY_CANDIDATES)
    for (let at = 0; at < end && copies.length < MAX_NAMED_COPIES; at++) {
      const { snippet: id, page } = this.#candidates[at] as Candidate
      if (page === text.page || !this.#mayBeCopy(text.id, id)) continue
      const sketch = (this.#sketches[at] ??= this.#index.sketch(id))
      if (!areNearDuplicates(text.sketch, sketch, MIN_COPY_SIMILARITY)) continue
      const copy = this.#read(id)
      if (haveSameCode(this.#read(text.id).content, copy.content)) copies.push(copy)
    }
    return copies
  }

  /** Returns false if two snippets differ in length, or in the languages of their code. This rules out most without reading their sketches. */
  #mayBeCopy(id: number, other: number): boolean {
    const { snippetTokens, snippetLength, snippetCode } = this.#index.layout
    const areClose = (lengths: Uint16Array | Float32Array) =>
      Math.abs((lengths[id] ?? 0) - (lengths[other] ?? 0)) <= MAX_COPY_DIFFERENCE * (lengths[id] ?? 0)
    return areClose(snippetTokens) && areClose(snippetLength) && snippetCode[id] === snippetCode[other]
  }
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
