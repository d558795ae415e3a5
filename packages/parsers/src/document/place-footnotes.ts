import type { Block } from "./document.ts"

/** A footnote: its mark as it is shown, `[1]`, and the range of its blocks. */
export interface Footnote {
  readonly mark: string
  readonly start: number
  readonly end: number
}

const MARK = /\[\^?[^[\]\s]{1,100}\]/g
/** A list item, or an indented paragraph of one. */
const IN_LIST = /^(?:\s|[-*+] |\d{1,9}[.)] )/
/** The rest of a sentence after the formula or code in it: `where k is …`. */
const REST_OF_SENTENCE = /^\p{Ll}[\p{L}'’]* /u
/** A footnote is placed at most this many blocks below the text that introduces a list. */
const MAX_LIST_BLOCKS = 20
/** The title of a list of footnotes. */
const LABEL = /^\*\*(?:(?:foot)?notes|references):?\*\*$/i

/**
 * Moves each footnote below the first block that refers to it, so that both are shown together. A footnote without a reference before it
 * stays, as does one that contains a heading. Pages that join the descriptions of several functions repeat their marks: a reference belongs to
 * the next footnote with its mark. Takes linear time.
 */
export function placeFootnotes(blocks: readonly Block[], footnotes: readonly Footnote[]): Block[] {
  const uses = usesOf(blocks, footnotes)
  const moved = new Map<number, Block[]>()
  const taken = new Set<number>()
  /** End of the footnotes that are below a block already, by that block. */
  const endInPlace = new Map<number, number>()
  const endOfMark = new Map<string, number>()
  for (const { mark, start, end } of footnotes) {
    const use = placeAfter(blocks, firstFrom(uses.get(mark), endOfMark.get(mark) ?? 0))
    endOfMark.set(mark, end)
    const own = blocks.slice(start, end)
    const lines = use === undefined ? undefined : blocks[use]?.lines
    if (use === undefined || lines === undefined || use >= start || own.some(({ kind }) => kind === "heading")) continue
    if (start === (endInPlace.get(use) ?? use + 1)) {
      endInPlace.set(use, end)
      continue
    }
    for (let at = start; at < end; at++) taken.add(at)
    const below = moved.get(use) ?? []
    moved.set(use, below)
    // The lines of blocks never go back.
    below.push(...own.map((block) => ({ ...block, lines })))
  }
  if (taken.size === 0) return [...blocks]
  const own = blocksOf(footnotes)
  return blocks.flatMap((block, at) => {
    if (taken.has(at)) return []
    if (taken.has(at + 1) && block.kind === "prose" && LABEL.test(block.markdown) && !own.has(nextKept(at + 1, taken)))
      return []
    const isEmptied = block.kind === "heading" && taken.has(at + 1) && endsHere(blocks, at + 1, taken)
    const kept = isEmptied ? { ...block, isEmptied } : block
    return [kept, ...(moved.get(at) ?? [])]
  })
}

/** Returns the index after which a footnote fits: that of its first use, or that of the end of the list or the sentence there. */
function placeAfter(blocks: readonly Block[], use: number | undefined): number | undefined {
  if (use === undefined) return undefined
  const block = blocks[use]
  const next = blocks[use + 1]
  const isIntroduction = block?.kind === "prose" && block.markdown.endsWith(":")
  const isList = block?.kind === "prose" && isInList(block) && isInList(next)
  if ((!isIntroduction && !isList) || next === undefined || next.kind === "heading") return use
  let last = use + 1
  if (isInList(next)) while (last <= use + MAX_LIST_BLOCKS && isInList(blocks[last + 1])) last++
  const rest = blocks[last + 1]
  return blocks[last]?.kind === "code" && rest?.kind === "prose" && REST_OF_SENTENCE.test(rest.markdown)
    ? last + 1
    : last
}

/** Returns true for a list item, and for what may belong to one: code, or indented text. */
function isInList(block: Block | undefined): boolean {
  return block?.kind === "code" || (block?.kind === "prose" && IN_LIST.test(block.markdown))
}

/** Returns true if the section ends after the blocks that are taken from an index on. */
function endsHere(blocks: readonly Block[], from: number, taken: ReadonlySet<number>): boolean {
  const next = blocks[nextKept(from, taken)]
  return next === undefined || next.kind === "heading"
}

/** Returns the index of the first block from an index on that is not taken. */
function nextKept(from: number, taken: ReadonlySet<number>): number {
  let at = from
  while (taken.has(at)) at++
  return at
}

/** Indexes of the blocks with a mark, and how many of them are before the footnotes that have been placed. */
interface MarkUses {
  readonly indexes: number[]
  passed: number
}

/** Returns the first use from an index on, which never decreases. */
function firstFrom(uses: MarkUses | undefined, from: number): number | undefined {
  if (uses === undefined) return undefined
  while ((uses.indexes[uses.passed] ?? from) < from) uses.passed++
  return uses.indexes[uses.passed]
}

function blocksOf(footnotes: readonly Footnote[]): ReadonlySet<number> {
  return new Set(footnotes.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at)))
}

/** Returns the indexes of the blocks with each mark, apart from the footnotes themselves. */
function usesOf(blocks: readonly Block[], footnotes: readonly Footnote[]): ReadonlyMap<string, MarkUses> {
  const own = blocksOf(footnotes)
  const uses = new Map<string, MarkUses>()
  for (const [at, block] of blocks.entries()) {
    if (own.has(at) || (block.kind !== "prose" && block.kind !== "table")) continue
    const text = block.kind === "prose" ? block.markdown : [block.header, ...block.rows].flat().join(" ")
    for (const [mark] of text.matchAll(MARK)) {
      const known = uses.get(mark)?.indexes
      if (known === undefined) uses.set(mark, { indexes: [at], passed: 0 })
      else if (known.at(-1) !== at) known.push(at)
    }
  }
  return uses
}
