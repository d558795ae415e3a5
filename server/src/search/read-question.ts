import { analyseText, type RunTerms } from "../index/analyse-text.ts"
import type { IndexFile } from "../index/open-index.ts"
import type { QueryTerm } from "../index/score-levels.ts"
import { FILLER_WORDS } from "./filler-words.ts"
import { repairTypo } from "./repair-typos.ts"
import { synonymsOf } from "./synonyms.ts"

/** Weights of terms that were not typed as such (DESIGN-search.md, "Terms"). */
const WHOLE_IDENTIFIER_WEIGHT = 0.5
const REPAIRED_WEIGHT = 0.8
const SYNONYM_WEIGHT = 0.45
const SYNONYM_CROWDING = 0.3

/** More terms than this are a pasted file; the first ones are kept. */
const MAX_TERMS = 64

function isFiller(run: RunTerms): boolean {
  return run.whole === undefined && FILLER_WORDS.has(run.surface)
}

/**
 * Turns a question into weighted terms of one index: stems of its words, whole identifiers, repaired typing errors, and
 * synonyms.
 *
 * @param question any text; control characters and markup are no obstacle.
 * @returns terms that the index holds, each once, in the order of the question; empty when it holds none of them.
 */
export function readQuestion(index: IndexFile, question: string): QueryTerm[] {
  const runs = analyseText(question)
  const telling = runs.filter((run) => !isFiller(run))
  const weightByTerm = new Map<string, { weight: number; insteadOf?: string }>()
  const offer = (term: string, weight: number, insteadOf?: string) => {
    const known = weightByTerm.get(term)
    if (known === undefined || known.weight < weight) {
      weightByTerm.set(term, insteadOf === undefined ? { weight } : { weight, insteadOf })
    }
  }
  for (const run of (telling.length > 0 ? telling : runs).slice(0, MAX_TERMS)) {
    if (run.whole !== undefined) {
      offer(run.whole, WHOLE_IDENTIFIER_WEIGHT)
    }
    for (const word of run.words) {
      const isKnown = index.has(word)
      const repaired = isKnown ? undefined : repairTypo(index, word)
      const meant = repaired ?? word
      offer(meant, repaired === undefined ? 1 : REPAIRED_WEIGHT)
      const synonyms = synonymsOf(meant)
      for (const synonym of synonyms) {
        offer(
          synonym,
          SYNONYM_WEIGHT / Math.sqrt(1 + SYNONYM_CROWDING * synonyms.length),
          isKnown || repaired ? meant : undefined,
        )
      }
    }
  }
  return [...weightByTerm]
    .filter(([term]) => index.has(term))
    .map(([term, { weight, insteadOf }]) => (insteadOf === undefined ? { term, weight } : { term, weight, insteadOf }))
}
