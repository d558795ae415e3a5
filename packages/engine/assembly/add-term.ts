// The sums of the formula in `rank/bm25.ts`, written in AssemblyScript and compiled to WebAssembly (docs/decisions/0046). All
// memory is laid out by `kernel/scoring-kernel.ts`, which also sets the variables below: addresses of arrays, and constants.
// Arrays hold 32-bit numbers. Four places are rated at a time; what is left of a list is rated one by one by the same
// operations in the same order, so that a score does not depend on where in a list a place stands.

import { at } from "./address"

/** How many snippets, sections and pages the index has. */
export let snippets: u32 = 0
export let sections: u32 = 0
export let pages: u32 = 0

/** The layout of the index, as `index/format/layout.ts` describes it. Numbers of places are checked before they come here. */
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

/** Sums of the question so far. */
export let snippetScore: usize = 0
export let sectionScore: usize = 0
export let subtreeScore: usize = 0
export let pageScore: usize = 0

/** Of one term, what headings, titles and paths give the snippets below; all zero between terms. */
export let headingPart: usize = 0
/** Of one term, sections with a heading part, in no order. */
export let headedSections: usize = 0

/** Of one term, the places of each level that hold it, ascending, and how much of it in tenths of an occurrence. */
export let snippetPlaces: usize = 0
export let snippetTenths: usize = 0
export let sectionPlaces: usize = 0
export let sectionTenths: usize = 0
export let subtreePlaces: usize = 0
export let subtreeTenths: usize = 0
export let pagePlaces: usize = 0
export let pageTenths: usize = 0

/** The best snippets and their scores. */
export let bestSnippets: usize = 0
export let bestScores: usize = 0

/** The tenths at which a place has half of what it can have: `constant + slope * length`, by level. */
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

/** The constants of `rank/bm25.ts` by their names there. */
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

/** How many places of one term there are, by level. */
let snippetCount: u32 = 0
let sectionCount: u32 = 0
let subtreeCount: u32 = 0
let pageCount: u32 = 0
let headedCount: u32 = 0

/** The entry of a list that was read last, and where the next one begins. */
let entryId: u32 = 0
let entryFrequencies: u32 = 0
let nextEntry: usize = 0

/** Loads the numbers of four places. */
function gather(array: usize, places: usize): v128 {
  let four = v128.load32_splat(at(array, load<u32>(places)))
  four = v128.load_lane<u32>(at(array, load<u32>(places, 4)), four, 1)
  four = v128.load_lane<u32>(at(array, load<u32>(places, 8)), four, 2)
  return v128.load_lane<u32>(at(array, load<u32>(places, 12)), four, 3)
}

/** Loads the numbers of four snippets' sections. */
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

/** Reads the entry of a list at `nextEntry`, as `index/format/postings.ts` describes it, `entryId` being the one before. */
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

/** Rates places of one level that hold a term. */
function rate(
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
 * Rates snippets that hold a term where headings hold it too: what text adds to what the heading part gives alone, which
 * `rateBelowHeadings` adds to all snippets below.
 */
function rateBesideHeadings(weight: f32): void {
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

/** Adds what headings, titles and paths give to every snippet below them, and clears the heading parts. */
function rateBelowHeadings(weight: f32): void {
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

/** @param by more than 0. */
function raise(section: u32, by: f32): void {
  const address = at(headingPart, section)
  const before = load<f32>(address)
  store<f32>(address, before + by)
  if (before === 0) {
    store<u32>(at(headedSections, headedCount++), section)
  }
}

/** Spreads titles and paths over the sections of their pages. @returns false when a list is damaged. */
function raiseBelowTitles(from: usize, to: usize): bool {
  beginList(from)
  while (nextEntry < to) {
    readEntry()
    if (entryId >= pages || entryFrequencies === 0) return false
    let by: f32 = (entryFrequencies & 15) !== 0 ? titleHeading : 0
    if (entryFrequencies >> 4 !== 0) by += pathHeading
    const end = load<u32>(at(firstSectionOfPage, entryId + 1))
    for (let section = load<u32>(at(firstSectionOfPage, entryId)); section < end; section++) {
      raise(section, by)
    }
  }
  return true
}

/** Spreads headings over the sections below them. @returns false when a list is damaged. */
function raiseBelowHeadings(from: usize, to: usize): bool {
  let coveredUntil: u32 = 0
  beginList(from)
  while (nextEntry < to) {
    readEntry()
    const frequency = entryFrequencies & 15
    if (entryId >= sections || frequency === 0) return false
    const section = entryId
    const half = headingConstant + headingSlope * load<f32>(at(headingLength, section))
    raise(section, (ownHeading * (min(frequency, ownHeadingCap) as f32)) / half)
    const end = load<u32>(at(endOfSection, section))
    for (let below = max(section + 1, coveredUntil); below < end; below++) {
      raise(below, ancestorHeading)
    }
    coveredUntil = max(coveredUntil, end)
  }
  return true
}

/**
 * Reads the snippets that hold a term and sums them up by section: those of one follow each other. Whether a section begins
 * is seldom predictable, so it is computed with, not branched on: `begins` is -1 where one does, else 0.
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

/** Sums the sections that hold a term up by subtree and page as `readSnippets` does by section. */
function sumSections(): void {
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

/** Adds titles and paths to the pages that hold the term; those that hold it nowhere else follow at the end. */
function sumTitles(from: usize, to: usize): void {
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
 * Adds a term to the sums. Its lists follow each other: snippets from `list` on, then headings, then titles.
 *
 * @returns false when a list is damaged; the sums are of no use then.
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
    !raiseBelowTitles(headingsEnd, titlesEnd) ||
    !raiseBelowHeadings(snippetsEnd, headingsEnd) ||
    !readSnippets(list, snippetsEnd)
  ) {
    return false
  }
  const weight = weightInSections
  if (headedCount === 0) {
    rate(snippetScore, snippetLength, snippetPlaces, snippetTenths, snippetCount, weight, snippetConstant, snippetSlope)
  } else {
    rateBesideHeadings(weight)
    rateBelowHeadings(weight)
  }
  sumSections()
  sumTitles(headingsEnd, titlesEnd)
  rate(sectionScore, sectionLength, sectionPlaces, sectionTenths, sectionCount, weight, sectionConstant, sectionSlope)
  rate(subtreeScore, subtreeLength, subtreePlaces, subtreeTenths, subtreeCount, weight, subtreeConstant, subtreeSlope)
  rate(pageScore, pageLength, pagePlaces, pageTenths, pageCount, weightOnPages, pageConstant, pageSlope)
  return true
}
