import { BEGINS_WITH_PLATFORM } from "../../index/format/code-languages.ts"
import type { IndexFile } from "../../index/read/open-index.ts"
import { beginsWithCut } from "../../snippets/cut-marks.ts"
import { beginsWithCode } from "../../snippets/cut-thoughts.ts"
import { platformLabelOf } from "../../snippets/variants/platform-labels.ts"
import type { MarkOverlap } from "./mark-overlap.ts"
import type { Variant } from "./variant-cache.ts"

/** Parts of a section are searched up to this many snippets before and after one of them. */
const REACH = 24
/** A longer part is no alternative to others, because text that follows it probably belongs to all of them. */
const MAX_PART_SNIPPETS = 6
/** Minimum Jaccard similarity of the words of two alternatives. Of 992 neighbouring pairs in three libraries, 888 reach it (decision 0071). */
const MIN_SIMILARITY = 0.25

/** What is under one label. */
interface Part {
  readonly label: string
  readonly ids: number[]
}

/** Finds the parts of sections that say the same for different platforms, such as tabs for frameworks. */
export class PlatformParts {
  readonly #index: IndexFile
  readonly #overlap: MarkOverlap
  readonly #read: (id: number) => string

  /** @param read returns the content of a snippet. */
  constructor(index: IndexFile, overlap: MarkOverlap, read: (id: number) => string) {
    this.#index = index
    this.#overlap = overlap
    this.#read = read
  }

  /** Returns the part with a snippet and the parts that say the same, in the order of the page; undefined if no other part does. */
  of(id: number): readonly Variant[] | undefined {
    const near = this.#near(id)
    if (near === undefined) return undefined
    const group = this.#groupsIn(near).find((parts) => parts.some(({ ids }) => ids.includes(id)))
    const similar = this.#clustersOf(group ?? []).find((parts) => parts.some(({ ids }) => ids.includes(id)))
    return similar === undefined || similar.length < 2 ? undefined : similar.map(({ ids }) => ids)
  }

  /** Returns the range around a snippet that is searched, up to and including `last`; undefined if fewer than two snippets in it begin parts. */
  #near(id: number): { readonly first: number; readonly last: number } | undefined {
    const { firstSnippetOfSection, sectionOfSnippet, snippetCode } = this.#index.layout
    const section = sectionOfSnippet[id] ?? 0
    const first = Math.max(firstSnippetOfSection[section] ?? 0, id - REACH)
    const last = Math.min((firstSnippetOfSection[section + 1] ?? 0) - 1, id + REACH)
    let heads = 0
    for (let at = first; at <= last; at++) if (((snippetCode[at] ?? 0) & BEGINS_WITH_PLATFORM) !== 0) heads++
    return heads > 1 ? { first, last } : undefined
  }

  /** Returns groups of consecutive parts with different labels. */
  #groupsIn({ first, last }: { readonly first: number; readonly last: number }): readonly (readonly Part[])[] {
    const groups: Part[][] = []
    for (let id = first; id <= last; id++) {
      const label = this.#labelOf(id)
      const group = groups.at(-1)
      if (label === undefined) group?.at(-1)?.ids.push(id)
      else if (group === undefined || group.some((part) => part.label === label)) groups.push([{ label, ids: [id] }])
      else group.push({ label, ids: [id] })
    }
    for (const group of groups) this.#endLast(group)
    return groups
  }

  /**
   * Ends the last part of a group. Nothing on the page marks its end, so a snippet belongs to it only if it continues what was cut, begins with
   * code, or is similar to the snippet at the same position of another part.
   */
  #endLast(group: readonly Part[]): void {
    const last = group.at(-1)?.ids ?? []
    const isOwn = (id: number, at: number) =>
      beginsWithCut(this.#read(id)) ||
      beginsWithCode(this.#read(id)) ||
      group.some(({ ids }) => {
        const other = ids === last ? undefined : ids[at]
        return other !== undefined && this.#areSimilar(this.#index.wordOrder(other), this.#index.wordOrder(id))
      })
    const end = last.findIndex((id, at) => at > 0 && !isOwn(id, at))
    if (end !== -1) last.splice(end)
  }

  #clustersOf(group: readonly Part[]): readonly (readonly Part[])[] {
    const clusters: { readonly part: Part; readonly words: Uint16Array }[][] = []
    for (const part of group) {
      if (part.ids.length > MAX_PART_SNIPPETS) continue
      const added = { part, words: this.#wordsOf(part) }
      const cluster = clusters.find((members) => members.some(({ words }) => this.#areSimilar(words, added.words)))
      if (cluster === undefined) clusters.push([added])
      else cluster.push(added)
    }
    return clusters.map((members) => members.map(({ part }) => part))
  }

  #labelOf(id: number): string | undefined {
    const hasLabel = ((this.#index.layout.snippetCode[id] ?? 0) & BEGINS_WITH_PLATFORM) !== 0
    return hasLabel ? platformLabelOf(this.#read(id))?.toLowerCase() : undefined
  }

  #wordsOf({ ids }: Part): Uint16Array {
    return Uint16Array.from(ids.flatMap((id) => [...this.#index.wordOrder(id)]))
  }

  #areSimilar(one: Uint16Array, other: Uint16Array): boolean {
    const { left, right, shared } = this.#overlap.of(one, other)
    return shared >= MIN_SIMILARITY * (left + right - shared)
  }
}
