// Selects the best snippets by the scores of `add-term.ts`, in a binary heap whose root is the weakest snippet (J. W. J. Williams,
// Algorithm 232: Heapsort, 1964).
import { at } from "./address"
import {
  bestKeys,
  bestScores,
  bestSnippets,
  headingPart,
  pageOfSection,
  pageScore,
  pageWeight,
  sectionOfSnippet,
  sections,
  sectionScore,
  sectionWeight,
  snippets,
  snippetScore,
  snippetWeight,
  subtreeOfSection,
  subtreeScore,
  subtreeWeight,
} from "./add-term"

/**
 * Combines a score and a snippet in one number that is smaller for a weaker snippet: a lower score or, if they are equal, a later place in
 * reading order. Comparing one number takes no branch, and branches here cannot be predicted. The bits of scores, which are positive, are
 * in the order of the scores.
 */
function keyOf(score: f32, snippet: u32): u64 {
  return ((reinterpret<u32>(score) as u64) << 32) | (~snippet as u64)
}

function key(index: u32): usize {
  return bestKeys + ((index as usize) << 3)
}

/** Adds a key at the end of the heap and moves it up. */
function append(count: u32, added: u64): void {
  let index = count
  while (index > 0) {
    const parent = (index - 1) >> 1
    const parentKey = load<u64>(key(parent))
    if (added >= parentKey) break
    store<u64>(key(index), parentKey)
    index = parent
  }
  store<u64>(key(index), added)
}

/** Replaces the root by another key and moves it down. */
function replaceRoot(count: u32, added: u64): void {
  let index: u32 = 0
  while (true) {
    let child: u32 = 2 * index + 1
    if (child >= count) break
    // Without a second child, the first one is compared with itself.
    const next = child + ((child + 1 < count) as u32)
    child = select(next, child, load<u64>(key(next)) < load<u64>(key(child)))
    const childKey = load<u64>(key(child))
    if (childKey >= added) break
    store<u64>(key(index), childKey)
    index = child
  }
  store<u64>(key(index), added)
}

/** Takes the weakest snippet from the heap repeatedly, so that the best one ends up first. */
function sortHeap(count: u32): void {
  for (let last = count - 1; (last as i32) >= 0; last--) {
    const weakest = load<u64>(bestKeys)
    replaceRoot(last, load<u64>(key(last)))
    store<f32>(at(bestScores, last), reinterpret<f32>((weakest >> 32) as u32))
    store<u32>(at(bestSnippets, last), ~(weakest as u32))
  }
}

/** Computes the score that each section's surroundings add to its snippets. It reuses `headingPart`, which is free between terms. */
function sumSurroundings(): void {
  for (let section: u32 = 0; section < sections; section++) {
    const ofSubtree = load<f32>(at(subtreeScore, load<u32>(at(subtreeOfSection, section))))
    const ofPage = load<f32>(at(pageScore, load<u32>(at(pageOfSection, section))))
    const own = load<f32>(at(sectionScore, section))
    store<f32>(at(headingPart, section), sectionWeight * own + subtreeWeight * ofSubtree + pageWeight * ofPage)
  }
}

function scoreOf(snippet: u32): f32 {
  const around = load<f32>(at(headingPart, load<u32>(at(sectionOfSnippet, snippet))))
  return snippetWeight * load<f32>(at(snippetScore, snippet)) + around
}

let count: u32 = 0
/** Score that a snippet must exceed to be kept: snippets are visited in ascending order, so an equal one is weaker. */
let least: f32 = 0

function offer(snippet: u32, limit: u32): void {
  const score = scoreOf(snippet)
  if (count < limit) {
    append(count++, keyOf(score, snippet))
  } else if (score > least) {
    replaceRoot(count, keyOf(score, snippet))
  } else {
    return
  }
  if (count === limit) least = load<f32>(bestKeys, 4)
}

/**
 * Finds the best snippets among those with at least one term in their text, headings, title or path.
 *
 * @param limit at least 1, at most the number of snippets.
 * @returns their number. They are in `bestSnippets` and `bestScores`, best first, ties in reading order.
 */
export function findBest(limit: u32): u32 {
  sumSurroundings()
  count = 0
  least = -Infinity
  const none = f32x4.splat(0)
  const weights = f32x4.splat(snippetWeight)
  const inFours = snippets & ~3
  for (let snippet: u32 = 0; snippet < inFours; snippet += 4) {
    const own = v128.load(at(snippetScore, snippet))
    const four = at(sectionOfSnippet, snippet)
    let around = v128.load32_splat(at(headingPart, load<u32>(four)))
    around = v128.load_lane<u32>(at(headingPart, load<u32>(four, 4)), around, 1)
    around = v128.load_lane<u32>(at(headingPart, load<u32>(four, 8)), around, 2)
    around = v128.load_lane<u32>(at(headingPart, load<u32>(four, 12)), around, 3)
    const scores = f32x4.add(f32x4.mul(weights, own), around)
    const isGood = v128.and(f32x4.gt(scores, f32x4.splat(least)), f32x4.gt(own, none))
    for (let lanes = i32x4.bitmask(isGood); lanes !== 0; lanes &= lanes - 1) {
      offer(snippet + ctz(lanes), limit)
    }
  }
  for (let snippet = inFours; snippet < snippets; snippet++) {
    if (load<f32>(at(snippetScore, snippet)) > 0) offer(snippet, limit)
  }
  memory.fill(headingPart, 0, (sections as usize) << 2)
  sortHeap(count)
  return count
}
