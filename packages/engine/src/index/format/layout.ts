/** Weight of a word of code compared with a word of prose, in lengths and, for scoring snippets, in frequencies. */
export const CODE_WEIGHT = 0.7

/**
 * The structure of a library: which section, subtree and page each snippet belongs to. All are numbered in reading order, so the
 * members of each are consecutive. Lengths are in indexed words.
 */
export interface Layout {
  readonly sectionOfSnippet: Uint32Array
  readonly pageOfSection: Uint32Array
  /** Subtree, below one of the page's top headings, that the section belongs to. */
  readonly subtreeOfSection: Uint32Array
  /** First section after the descendants of the section. */
  readonly endOfSection: Uint32Array
  /** First snippet of each section, followed by the number of snippets. */
  readonly firstSnippetOfSection: Uint32Array
  /** First section of each page, followed by the number of sections. */
  readonly firstSectionOfPage: Uint32Array
  /** Words of code count as `CODE_WEIGHT` in all lengths. */
  readonly snippetLength: Float32Array
  readonly sectionLength: Float32Array
  readonly subtreeLength: Float32Array
  readonly pageLength: Float32Array
  readonly headingLength: Float32Array
  /** Tokens of the snippet's content followed by an empty line. */
  readonly snippetTokens: Uint16Array
  /** Bits of the languages of each snippet's code (`code-languages.ts`). */
  readonly snippetCode: Uint32Array
}

/** Names of the arrays of a layout, in the order in which they are stored. */
export const LAYOUT_NAMES = [
  "sectionOfSnippet",
  "pageOfSection",
  "subtreeOfSection",
  "endOfSection",
  "firstSnippetOfSection",
  "firstSectionOfPage",
  "snippetLength",
  "sectionLength",
  "subtreeLength",
  "pageLength",
  "headingLength",
  "snippetTokens",
  "snippetCode",
] as const satisfies readonly (keyof Layout)[]

/** Returns the bytes of one array. They are little-endian, as on every platform that Node supports. */
export function bytesOfArray(array: Layout[keyof Layout]): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
}

interface NumberArray<Kind> {
  readonly BYTES_PER_ELEMENT: number
  new (buffer: ArrayBuffer, byteOffset?: number, length?: number): Kind
}

/** Interprets stored bytes as numbers; copies them only if they are not aligned to the size of a number. */
export function numbersOf<Kind>(bytes: Uint8Array, Kind: NumberArray<Kind>): Kind {
  const { buffer, byteOffset, byteLength } = bytes
  return byteOffset % Kind.BYTES_PER_ELEMENT === 0
    ? new Kind(buffer as ArrayBuffer, byteOffset, byteLength / Kind.BYTES_PER_ELEMENT)
    : new Kind(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer)
}

/** Returns true when numbers never descend and are all below `end`. */
function isAscending(numbers: Uint32Array, end: number): boolean {
  let last = 0
  for (const number of numbers) {
    if (number < last || number >= end) return false
    last = number
  }
  return true
}

/** Checks that all numbers are in range, because scoring uses them unchecked. */
function isValid(layout: Layout): boolean {
  const { length: snippets } = layout.snippetLength
  const { length: sections } = layout.sectionLength
  const { length: pages } = layout.pageLength
  return (
    layout.sectionOfSnippet.length === snippets &&
    isAscending(layout.sectionOfSnippet, sections) &&
    layout.subtreeOfSection.length === sections &&
    isAscending(layout.subtreeOfSection, layout.subtreeLength.length) &&
    layout.pageOfSection.length === sections &&
    isAscending(layout.pageOfSection, pages) &&
    layout.headingLength.length === sections &&
    layout.endOfSection.length === sections &&
    layout.endOfSection.every((end) => end <= sections) &&
    layout.firstSnippetOfSection.length === sections + 1 &&
    isAscending(layout.firstSnippetOfSection, snippets + 1) &&
    layout.firstSectionOfPage.length === pages + 1 &&
    isAscending(layout.firstSectionOfPage, sections + 1)
  )
}

/**
 * Restores a layout from the bytes of its arrays.
 *
 * @param read returns the bytes of one array; undefined for an array that files of an older version do not contain.
 * @throws {RangeError} if a number is out of range.
 */
export function readLayout(read: (name: keyof Layout) => Uint8Array | undefined): Layout {
  const arrayOf = <Kind extends Uint32Array | Float32Array | Uint16Array>(
    name: keyof Layout,
    Kind: NumberArray<Kind>,
  ) => {
    return numbersOf(read(name) ?? new Uint8Array(0), Kind)
  }
  const layout: Layout = {
    sectionOfSnippet: arrayOf("sectionOfSnippet", Uint32Array),
    pageOfSection: arrayOf("pageOfSection", Uint32Array),
    subtreeOfSection: arrayOf("subtreeOfSection", Uint32Array),
    endOfSection: arrayOf("endOfSection", Uint32Array),
    firstSnippetOfSection: arrayOf("firstSnippetOfSection", Uint32Array),
    firstSectionOfPage: arrayOf("firstSectionOfPage", Uint32Array),
    snippetLength: arrayOf("snippetLength", Float32Array),
    sectionLength: arrayOf("sectionLength", Float32Array),
    subtreeLength: arrayOf("subtreeLength", Float32Array),
    pageLength: arrayOf("pageLength", Float32Array),
    headingLength: arrayOf("headingLength", Float32Array),
    snippetTokens: arrayOf("snippetTokens", Uint16Array),
    snippetCode: arrayOf("snippetCode", Uint32Array),
  }
  if (!isValid(layout)) {
    throw new RangeError("the index file is damaged: its layout has numbers out of range")
  }
  return layout
}
