import type { DirectoryIndex } from "./directory-index.ts"
import { trigramsOf } from "./directory-index.ts"
import { editDistance, oneEditNeighbours } from "./edit-distance.ts"
import type { NameRequest, NameVariant } from "./name-request.ts"
import { MatchCounter } from "./match-counter.ts"
import { ALIKE_FACTOR, BEGINNING_FACTOR, SHORT_NAME_LENGTH, TWO_EDITS_LENGTH, TYPO_FACTOR } from "./name-weights.ts"

/** How well the name of each library matches the typed name, 0 to 1, by slot. */
export type NameScores = Map<number, number>

/** Variants below this weight are matched exactly, without typo repair. */
const MIN_WEIGHT_FOR_REPAIR = 0.68
/** Maximum number of variants that are repaired or completed; further ones are nearly identical. */
const MAX_REPAIRED_READINGS = 2
/** A name that is this common in the directory is not a typo. */
const SURE_NAME = 0.9
/**
 * Up to this length, every name one edit away is looked up. Longer names share enough trigrams to be found by those.
 */
const MAX_ENUMERATED_LENGTH = 8
/** Longer variants are compared by trigrams only. */
const MAX_REPAIRED_LENGTH = 40
/** Shorter variants would match any other word after a repair. */
const MIN_REPAIRED_LENGTH = 3
/** Number of forms that are compared in detail after counting trigrams. */
const MAX_ALIKE_FORMS = 200
/** Minimum share of the typed trigrams that a form must contain. */
const MIN_TRIGRAM_SHARE = 0.45
const counts = new MatchCounter()

/**
 * Collects the libraries with a matching name, each with the score of its best variant, including libraries that
 * are not visible.
 */
export function gatherNamed(index: DirectoryIndex, request: NameRequest): NameScores {
  const scores: NameScores = new Map()
  for (const variant of request.variants) {
    index.eachNamed(variant.text, (slot, strength) => raise(scores, slot, variant.weight * strength))
  }
  return scores
}

/** Returns true if a visible library matches so well that the name is not a typo. */
export function hasSureName(index: DirectoryIndex, scores: NameScores, isVisible: (key: string) => boolean): boolean {
  return [...scores].some(([slot, score]) => score >= SURE_NAME && isVisible(index.libraryAt(slot)?.key ?? ""))
}

/** Adds the libraries with a similar name. @param isSure skips typo repairs. */
export function gatherLikeNamed(
  index: DirectoryIndex,
  request: NameRequest,
  { scores, isSure }: { readonly scores: NameScores; readonly isSure: boolean },
): void {
  const variants = request.variants
    .filter((variant) => variant.isTyped && variant.weight >= MIN_WEIGHT_FOR_REPAIR)
    .slice(0, MAX_REPAIRED_READINGS)
  for (const variant of variants) {
    if (!isSure) gatherOneEdit(index, variant, scores)
    gatherAlike(index, variant, scores)
  }
}

function raise(scores: NameScores, slot: number, score: number): void {
  if (score > (scores.get(slot) ?? -1)) scores.set(slot, score)
}

function gatherOneEdit(index: DirectoryIndex, variant: NameVariant, scores: NameScores): void {
  const { text, weight } = variant
  if (text.length < MIN_REPAIRED_LENGTH || text.length > MAX_ENUMERATED_LENGTH) return
  const factor = text.length < SHORT_NAME_LENGTH ? TYPO_FACTOR.oneInShortName : TYPO_FACTOR.one
  for (const neighbour of oneEditNeighbours(text)) {
    if (neighbour === text || neighbour.length < MIN_REPAIRED_LENGTH) continue
    const first = neighbour[0] === text[0] ? 1 : TYPO_FACTOR.otherFirstLetter
    index.eachNamed(neighbour, (slot, strength) => raise(scores, slot, weight * factor * first * strength))
  }
}

/** Finds forms that start with, contain or resemble the variant. */
function gatherAlike(index: DirectoryIndex, variant: NameVariant, scores: NameScores): void {
  const trigrams = trigramsOf(variant.text)
  const wanted = Math.max(2, Math.ceil(trigrams.size * MIN_TRIGRAM_SHARE))
  countForms(index, trigrams, wanted)
  const forms: { readonly form: number; readonly text: string; readonly dice: number }[] = []
  for (const form of counts.touched()) {
    const count = counts.sumOf(form)
    if (count < wanted) continue
    const text = index.forms.wordOf(form)
    forms.push({ form, text, dice: (2 * count) / (trigrams.size + text.length) })
  }
  forms.sort((left, right) => right.dice - left.dice || (left.text < right.text ? -1 : 1))
  for (const { form, text, dice } of forms.slice(0, MAX_ALIKE_FORMS)) {
    const likeness = likenessOf(variant.text, text, dice) * variant.weight
    index.eachWithForm(form, (slot, strength) => raise(scores, slot, likeness * strength))
  }
}

/**
 * Counts the trigrams that forms share with the variant. A form that is missing from the lists of the rarest trigrams
 * cannot reach `wanted`, and is not counted.
 */
function countForms(index: DirectoryIndex, trigrams: ReadonlySet<string>, wanted: number): void {
  const lists = [...trigrams]
    .map((trigram) => index.formsWithTrigram(trigram))
    .sort((left, right) => left.length - right.length)
  counts.reset(index.formCount)
  for (const [position, list] of lists.entries()) {
    if (position <= lists.length - wanted) counts.addAll(list, 1)
    else counts.addToKnown(list, 1)
  }
}

function likenessOf(typed: string, form: string, dice: number): number {
  const share = typed.length / form.length
  const begins = form.startsWith(typed)
  const beginning = begins ? BEGINNING_FACTOR.least + (BEGINNING_FACTOR.most - BEGINNING_FACTOR.least) * share : 0
  return Math.max(ALIKE_FACTOR * Math.min(1, dice), beginning, repairFactor(typed, form))
}

function repairFactor(typed: string, form: string): number {
  if (typed.length < TWO_EDITS_LENGTH || typed.length > MAX_REPAIRED_LENGTH) return 0
  const edits = editDistance(typed, form, 2)
  if (edits === 0) return 1
  if (edits > 2) return 0
  return (edits === 2 ? TYPO_FACTOR.two : TYPO_FACTOR.one) * (form[0] === typed[0] ? 1 : TYPO_FACTOR.otherFirstLetter)
}
