// The scoring formula of `rank/bm25.ts`, written in AssemblyScript and compiled to WebAssembly (docs/decisions/0046).
// `kernel/wasm-kernel.ts` lays out the memory and sets the variables below: addresses of arrays, and constants. Arrays hold 32-bit numbers.
// Four members of a level are scored at a time, and the rest of a list one by one with the same operations in the same order, so a score
// does not depend on the position in a list.

import { at } from "./address"

/** Number of snippets, sections and pages in the index. */
export let snippets: u32 = 0
export let sections: u32 = 0
export let pages: u32 = 0

/** The layout of the index, as described in `index/format/layout.ts`. Its numbers are validated before they are copied here. */
export let sectionOfSnippet: usize = 0
export let subtreeOfSection: usize = 0
export let pageOfSection: usize = 0
export let endOfSection: usize = 0
export let firstSnippetOfSection: usize = 0
export let firstSectionOfPage: usize = 0
export let snippetLength: usize = 0
export let sectionLength: usize = 0
export let subtreeLength: usize = 0
export let pageLength: usize = 0
export let headingLength: usize = 0

/** Scores of the current question so far, by level. */
export let snippetScore: usize = 0
export let sectionScore: usize = 0
export let subtreeScore: usize = 0
export let pageScore: usize = 0

/** For the current term, what headings, titles and paths add to the snippets of each section; all zero between terms. */
export let headingPart: usize = 0
/** For the current term, the sections with a heading part, unordered. */
export let headedSections: usize = 0

/** For the current term, the members of each level that contain it, ascending, and its frequency there in tenths of an occurrence. */
export let snippetPlaces: usize = 0
export let snippetTenths: usize = 0
export let sectionPlaces: usize = 0
export let sectionTenths: usize = 0
export let subtreePlaces: usize = 0
export let subtreeTenths: usize = 0
export let pagePlaces: usize = 0
export let pageTenths: usize = 0

/** Scores and snippets in a heap while the best are searched, eight bytes each (`keep-best.ts`). */
export let bestKeys: usize = 0
/** The best snippets and their scores. */
export let bestSnippets: usize = 0
export let bestScores: usize = 0

/** Length normalisation by level: the frequency, in tenths, with half of the maximum score is `constant + slope * length`. */
export let snippetConstant: f32 = 0
export let snippetSlope: f32 = 0
export let sectionConstant: f32 = 0
export let sectionSlope: f32 = 0
export let subtreeConstant: f32 = 0
export let subtreeSlope: f32 = 0
export let pageConstant: f32 = 0
export let pageSlope: f32 = 0
export let headingConstant: f32 = 0
export let headingSlope: f32 = 0

/** Constants of `rank/bm25.ts`, under the names that they have there. */
export let snippetSaturation: f32 = 0
export let snippetWeight: f32 = 0
export let sectionWeight: f32 = 0
export let subtreeWeight: f32 = 0
export let pageWeight: f32 = 0
export let ownHeading: f32 = 0
export let ownHeadingCap: u32 = 0
export let ancestorHeading: f32 = 0
export let titleHeading: f32 = 0
export let pathHeading: f32 = 0
export let proseTenths: u32 = 0
export let codeTenths: u32 = 0
export let titleTenths: u32 = 0

/** Number of members of each level that contain the current term. */
let snippetCount: u32 = 0
let sectionCount: u32 = 0
let subtreeCount: u32 = 0
let pageCount: u32 = 0
let headedCount: u32 = 0

/** The last entry read from a list, and the address of the next one. */
let entryId: u32 = 0
let entryFrequencies: u32 = 0
let nextEntry: usize = 0

/** Loads the values of four array elements, given their indexes. */
function gather(array: usize, places: usize): v128 {
  let four = v128.load32_splat(at(array, load<u32>(places)))
  four = v128.load_lane<u32>(at(array, load<u32>(places, 4)), four, 1)
  four = v128.load_lane<u32>(at(array, load<u32>(places, 8)), four, 2)
  return v128.load_lane<u32>(at(array, load<u32>(places, 12)), four, 3)
}

/** Loads the values of the sections of four snippets. */
function gatherOfSections(array: usize, snippetsAt: usize): v128 {
  let four = v128.load32_splat(at(array, load<u32>(at(sectionOfSnippet, load<u32>(snippetsAt)))))
  four = v128.load_lane<u32>(at(array, load<u32>(at(sectionOfSnippet, load<u32>(snippetsAt, 4)))), four, 1)
  four = v128.load_lane<u32>(at(array, load<u32>(at(sectionOfSnippet, load<u32>(snippetsAt, 8)))), four, 2)
  return v128.load_lane<u32>(at(array, load<u32>(at(sectionOfSnippet, load<u32>(snippetsAt, 12)))), four, 3)
}

function scatter(array: usize, places: usize, four: v128): void {
  v128.store_lane<u32>(at(array, load<u32>(places)), four, 0)
  v128.store_lane<u32>(at(array, load<u32>(places, 4)), four, 1)
  v128.store_lane<u32>(at(array, load<u32>(places, 8)), four, 2)
  v128.store_lane<u32>(at(array, load<u32>(places, 12)), four, 3)
}

function add(array: usize, place: u32, value: f32): void {
  const address = at(array, place)
  store<f32>(address, load<f32>(address) + value)
}

/** Reads the entry at `nextEntry`, as described in `index/format/postings.ts`. `entryId` must be the id of the previous entry. */
function readEntry(): void {
  let from = nextEntry
  let byte: u32 = load<u8>(from++)
  let gap = byte & 127
  for (let shift: u32 = 7; byte >= 128 && shift < 35; shift += 7) {
    byte = load<u8>(from++)
    gap |= (byte & 127) << shift
  }
  entryId += gap + 1
  entryFrequencies = load<u8>(from++)
  nextEntry = from
}

function beginList(from: usize): void {
  entryId = -1
  nextEntry = from
}

/** Adds the score of a term to the members of one level that contain it. */
function score(
  scores: usize,
  lengths: usize,
  places: usize,
  tenths: usize,
  count: u32,
  weight: f32,
  constant: f32,
  slope: f32,
): void {
  const weights = f32x4.splat(weight)
  const constants = f32x4.splat(constant)
  const slopes = f32x4.splat(slope)
  let done: u32 = 0
  for (; done + 4 <= count; done += 4) {
    const four = at(places, done)
    const raw = f32x4.convert_i32x4_s(v128.load(at(tenths, done)))
    const half = f32x4.add(constants, f32x4.mul(slopes, gather(lengths, four)))
    const part = f32x4.mul(weights, f32x4.div(raw, f32x4.add(half, raw)))
    scatter(scores, four, f32x4.add(gather(scores, four), part))
  }
  for (; done < count; done++) {
    const place = load<u32>(at(places, done))
    const raw = load<i32>(at(tenths, done)) as f32
    const half = constant + slope * load<f32>(at(lengths, place))
    add(scores, place, weight * (raw / (half + raw)))
  }
}

/**
 * Scores the snippets that contain a term while headings contain it too: adds only what the text contributes beyond the
 * heading part. `scoreBelowHeadings` adds the heading part itself.
 */
function scoreSnippets(weight: f32): void {
  const weights = f32x4.splat(weight)
  const constants = f32x4.splat(snippetConstant)
  const slopes = f32x4.splat(snippetSlope)
  const saturations = f32x4.splat(snippetSaturation)
  let done: u32 = 0
  for (; done + 4 <= snippetCount; done += 4) {
    const four = at(snippetPlaces, done)
    const raw = f32x4.convert_i32x4_s(v128.load(at(snippetTenths, done)))
    const half = f32x4.add(constants, f32x4.mul(slopes, gather(snippetLength, four)))
    const head = gatherOfSections(headingPart, four)
    let part: v128
    if (v128.any_true(head)) {
      const all = f32x4.add(raw, f32x4.div(f32x4.mul(head, half), saturations))
      part = f32x4.sub(f32x4.div(all, f32x4.add(half, all)), f32x4.div(head, f32x4.add(saturations, head)))
    } else {
      part = f32x4.div(raw, f32x4.add(half, raw))
    }
    scatter(snippetScore, four, f32x4.add(gather(snippetScore, four), f32x4.mul(weights, part)))
  }
  for (; done < snippetCount; done++) {
    const snippet = load<u32>(at(snippetPlaces, done))
    const raw = load<i32>(at(snippetTenths, done)) as f32
    const half = snippetConstant + snippetSlope * load<f32>(at(snippetLength, snippet))
    const head = load<f32>(at(headingPart, load<u32>(at(sectionOfSnippet, snippet))))
    const all = raw + (head * half) / snippetSaturation
    add(snippetScore, snippet, weight * (all / (half + all) - head / (snippetSaturation + head)))
  }
}

/** Adds the scores of headings, titles and paths to every snippet below them, and clears the heading parts. */
function scoreBelowHeadings(weight: f32): void {
  for (let done: u32 = 0; done < headedCount; done++) {
    const section = load<u32>(at(headedSections, done))
    const head = load<f32>(at(headingPart, section))
    store<f32>(at(headingPart, section), 0)
    const part = (weight * head) / (snippetSaturation + head)
    const end = load<u32>(at(firstSnippetOfSection, section + 1))
    for (let snippet = load<u32>(at(firstSnippetOfSection, section)); snippet < end; snippet++) {
      add(snippetScore, snippet, part)
    }
  }
}

/** @param by greater than 0. */
function addHeadingPart(section: u32, by: f32): void {
  const address = at(headingPart, section)
  const before = load<f32>(address)
  store<f32>(address, before + by)
  if (before === 0) {
    store<u32>(at(headedSections, headedCount++), section)
  }
}

/** Adds titles and paths to the heading parts of all sections of their pages. @returns false when the list is damaged. */
function addTitles(from: usize, to: usize): bool {
  beginList(from)
  while (nextEntry < to) {
    readEntry()
    if (entryId >= pages || entryFrequencies === 0) return false
    let by: f32 = (entryFrequencies & 15) !== 0 ? titleHeading : 0
    if (entryFrequencies >> 4 !== 0) by += pathHeading
    const end = load<u32>(at(firstSectionOfPage, entryId + 1))
    for (let section = load<u32>(at(firstSectionOfPage, entryId)); section < end; section++) {
      addHeadingPart(section, by)
    }
  }
  return true
}

/** Adds headings to the heading parts of their sections and of the sections below. @returns false when the list is damaged. */
function addHeadings(from: usize, to: usize): bool {
  let coveredUntil: u32 = 0
  beginList(from)
  while (nextEntry < to) {
    readEntry()
    const frequency = entryFrequencies & 15
    if (entryId >= sections || frequency === 0) return false
    const section = entryId
    const half = headingConstant + headingSlope * load<f32>(at(headingLength, section))
    addHeadingPart(section, (ownHeading * (min(frequency, ownHeadingCap) as f32)) / half)
    const end = load<u32>(at(endOfSection, section))
    for (let below = max(section + 1, coveredUntil); below < end; below++) {
      addHeadingPart(below, ancestorHeading)
    }
    coveredUntil = max(coveredUntil, end)
  }
  return true
}

/**
 * Reads the snippets that contain a term and sums their frequencies by section; the snippets of a section are consecutive. The start of a
 * section is hard to predict for the processor, so the loop computes with it instead of branching: `begins` is -1 for the first snippet of
 * a section, else 0.
 *
 * @returns false when the list is damaged.
 */
function readSnippets(from: usize, to: usize): bool {
  let count: u32 = 0
  let held: u32 = -1
  let last: i32 = -1
  let sum: u32 = 0
  beginList(from)
  while (nextEntry < to) {
    readEntry()
    const snippet = entryId
    if (snippet >= snippets) return false
    const raw = proseTenths * (entryFrequencies & 15) + codeTenths * (entryFrequencies >> 4)
    store<u32>(at(snippetPlaces, count), snippet)
    store<u32>(at(snippetTenths, count++), raw)
    const section = load<i32>(at(sectionOfSnippet, snippet))
    const begins = (last - section) >> 31
    held -= begins
    sum = (sum & ~begins) + raw
    store<u32>(at(sectionPlaces, held), section)
    store<u32>(at(sectionTenths, held), sum)
    last = section
  }
  snippetCount = count
  sectionCount = held + 1
  return true
}

/** Sums the frequencies of sections by subtree and page, as `readSnippets` does by section. */
function groupSections(): void {
  let subtreesHeld: u32 = -1
  let lastSubtree: i32 = -1
  let inSubtree: u32 = 0
  let pagesHeld: u32 = -1
  let lastPage: i32 = -1
  let onPage: u32 = 0
  for (let done: u32 = 0; done < sectionCount; done++) {
    const section = load<u32>(at(sectionPlaces, done))
    const raw = load<u32>(at(sectionTenths, done))
    const subtree = load<i32>(at(subtreeOfSection, section))
    const subtreeBegins = (lastSubtree - subtree) >> 31
    subtreesHeld -= subtreeBegins
    inSubtree = (inSubtree & ~subtreeBegins) + raw
    store<u32>(at(subtreePlaces, subtreesHeld), subtree)
    store<u32>(at(subtreeTenths, subtreesHeld), inSubtree)
    lastSubtree = subtree
    const page = load<i32>(at(pageOfSection, section))
    const pageBegins = (lastPage - page) >> 31
    pagesHeld -= pageBegins
    onPage = (onPage & ~pageBegins) + raw
    store<u32>(at(pagePlaces, pagesHeld), page)
    store<u32>(at(pageTenths, pagesHeld), onPage)
    lastPage = page
  }
  subtreeCount = subtreesHeld + 1
  pageCount = pagesHeld + 1
}

/** Adds titles and paths to the pages that contain the term. Pages that contain it nowhere else are appended. */
function addTitleHits(from: usize, to: usize): void {
  const texts = pageCount
  let held: u32 = 0
  beginList(from)
  while (nextEntry < to) {
    readEntry()
    const page = entryId
    const raw = titleTenths * ((entryFrequencies & 15) + (entryFrequencies >> 4))
    while (held < texts && load<u32>(at(pagePlaces, held)) < page) held++
    if (held < texts && load<u32>(at(pagePlaces, held)) === page) {
      store<u32>(at(pageTenths, held), load<u32>(at(pageTenths, held)) + raw)
    } else {
      store<u32>(at(pagePlaces, pageCount), page)
      store<u32>(at(pageTenths, pageCount++), raw)
    }
  }
}

/**
 * Adds a term to the scores. Its lists are consecutive in memory: snippets from `list` on, then headings, then titles.
 *
 * @returns false when a list is damaged; the scores are then unusable.
 */
export function addTerm(
  list: usize,
  snippetsEnd: usize,
  headingsEnd: usize,
  titlesEnd: usize,
  weightInSections: f32,
  weightOnPages: f32,
): bool {
  headedCount = 0
  if (
    !addTitles(headingsEnd, titlesEnd) ||
    !addHeadings(snippetsEnd, headingsEnd) ||
    !readSnippets(list, snippetsEnd)
  ) {
    return false
  }
  const weight = weightInSections
  if (headedCount === 0) {
    score(
      snippetScore,
      snippetLength,
      snippetPlaces,
      snippetTenths,
      snippetCount,
      weight,
      snippetConstant,
      snippetSlope,
    )
  } else {
    scoreSnippets(weight)
    scoreBelowHeadings(weight)
  }
  groupSections()
  addTitleHits(headingsEnd, titlesEnd)
  score(sectionScore, sectionLength, sectionPlaces, sectionTenths, sectionCount, weight, sectionConstant, sectionSlope)
  score(subtreeScore, subtreeLength, subtreePlaces, subtreeTenths, subtreeCount, weight, subtreeConstant, subtreeSlope)
  score(pageScore, pageLength, pagePlaces, pageTenths, pageCount, weightOnPages, pageConstant, pageSlope)
  return true
}
