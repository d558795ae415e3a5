import type { NearDuplicateFinder } from "../index/duplicates/near-duplicate-finder.ts"
import { type IndexFile, openIndex } from "../index/read/open-index.ts"
import { makeSketchCache, makeWordOrderCache } from "../index/read/number-list-cache.ts"
import { TermCache } from "../index/read/term-cache.ts"
import { TextAnalyser } from "../index/terms/analyse-text.ts"
import { VectorBlockCache } from "../index/vectors/vector-blocks.ts"
import { createScoringKernel } from "../kernel/create-kernel.ts"
import type { ScoringKernel } from "../kernel/scoring-kernel.ts"
import { MarkOverlap } from "./repeats/mark-overlap.ts"
import { VariantCache } from "./repeats/variant-cache.ts"
import { createShownTexts, type SketchedText } from "./repeats/shown-texts.ts"
import { SnippetScorer } from "./score-snippets.ts"

/** An open index file, with the scorer and the session that rank it. */
export interface RankableIndex {
  readonly index: IndexFile
  readonly scorer: SnippetScorer
  readonly session: RankingSession
}

/**
 * The buffers and caches that ranking reuses from question to question and from index to index. Create one per process or thread:
 * ranking and packing are synchronous, so one session serves any number of indexes and requests.
 */
export class RankingSession {
  readonly analyser = new TextAnalyser()
  readonly overlap = new MarkOverlap()
  readonly variants = new VariantCache()
  /** Texts of the answer that is being packed. */
  readonly packedTexts: NearDuplicateFinder<SketchedText> = createShownTexts()
  readonly #terms = new TermCache()
  readonly #sketches = makeSketchCache()
  readonly #wordOrders = makeWordOrderCache()
  readonly #vectorBlocks = new VectorBlockCache()
  readonly #useSimd: boolean | undefined
  #kernel: ScoringKernel | undefined

  /** @param options.useSimd false: score with the TypeScript reference, with the same results. Default: whether SIMD is available. */
  constructor({ useSimd }: { readonly useSimd?: boolean | undefined } = {}) {
    this.#useSimd = useSimd
  }

  /**
   * Opens an index file for ranking; `index.close()` closes it.
   *
   * @throws {IndexUnreadable} when the file is missing, damaged, or not an index of a supported format.
   */
  open(path: string): RankableIndex {
    const { analyser } = this
    const index = openIndex(path, {
      analyser,
      terms: this.#terms,
      sketches: this.#sketches,
      wordOrders: this.#wordOrders,
      vectorBlocks: this.#vectorBlocks,
    })
    return { index, scorer: this.scorerOf(index), session: this }
  }

  /** Returns a scorer for an open index. */
  scorerOf(index: IndexFile): SnippetScorer {
    return new SnippetScorer(index, () => (this.#kernel ??= createScoringKernel({ useSimd: this.#useSimd })))
  }
}
