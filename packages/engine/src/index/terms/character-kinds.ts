/** Bits for where a character may occur. Letters, digits and the underscore have both bits. */
export const [IN_WORD, IN_NAME] = [1, 2]

const WORD = /^[\p{L}\p{N}_]$/u
/** Characters of identifiers in programs, which also include marks on letters and the dollar sign. */
const NAME = /^[\p{L}\p{M}\p{N}_$]$/u

/** Character codes below this are ASCII. */
export const ASCII_END = 128
const [FIRST_HIGH_SURROGATE, LAST_HIGH_SURROGATE] = [0xd800, 0xdbff]
const [FIRST_LOW_SURROGATE, LAST_LOW_SURROGATE] = [0xdc00, 0xdfff]
/** Character codes from here on take two code units. */
const FIRST_ASTRAL = 0x1_0000
const SURROGATE_BITS = 10
/** Marks a character whose kind has not been determined yet. */
const UNKNOWN = 0xff

function findKind(codePoint: number): number {
  const character = String.fromCodePoint(codePoint)
  return (WORD.test(character) ? IN_WORD : 0) | (NAME.test(character) ? IN_NAME : 0)
}

/** The kinds of ASCII characters. */
const ASCII_KINDS = Uint8Array.from({ length: ASCII_END }, (_, unit) => findKind(unit))

/** Determines the kinds of characters beyond ASCII as they occur, because building the whole table would take 12 ms. */
export class CharacterKinds {
  readonly #kinds = new Uint8Array(FIRST_ASTRAL).fill(UNKNOWN)

  /**
   * Returns how many code units the character at a position takes. Short, so that V8 compiles it into the loops that call it.
   *
   * @param kind `IN_WORD` or `IN_NAME`.
   * @param length of the text.
   * @returns 1 or 2; 0 for a character of another kind.
   */
  widthOf(units: Uint16Array, at: number, length: number, kind: number): number {
    const unit = units[at] as number
    if (unit >= ASCII_END) return this.#widthOfOther(units, at, length, kind)
    return ((ASCII_KINDS[unit] as number) & kind) === 0 ? 0 : 1
  }

  #widthOfOther(units: Uint16Array, at: number, length: number, kind: number): number {
    const unit = units[at] as number
    if (unit >= FIRST_HIGH_SURROGATE && unit <= LAST_HIGH_SURROGATE) return widthOfPair(units, at, length, kind)
    if (this.#kinds[unit] === UNKNOWN) this.#kinds[unit] = findKind(unit)
    return ((this.#kinds[unit] as number) & kind) === 0 ? 0 : 1
  }
}

function widthOfPair(units: Uint16Array, at: number, length: number, kind: number): number {
  const low = at + 1 < length ? (units[at + 1] as number) : 0
  if (low < FIRST_LOW_SURROGATE || low > LAST_LOW_SURROGATE) return 0
  const above = (((units[at] as number) - FIRST_HIGH_SURROGATE) << SURROGATE_BITS) | (low - FIRST_LOW_SURROGATE)
  return (findKind(FIRST_ASTRAL + above) & kind) === 0 ? 0 : 2
}
