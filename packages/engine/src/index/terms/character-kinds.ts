/** Bits for where a character may occur. Letters, digits and the underscore have both. */
export const [IN_WORD, IN_NAME] = [1, 2]

const WORD = /^[\p{L}\p{N}_]$/u
/** Characters of names in programs: marks on letters and the dollar sign too. */
const NAME = /^[\p{L}\p{M}\p{N}_$]$/u

/** Codes below this are ASCII. */
export const ASCII_END = 128
const [FIRST_HIGH_SURROGATE, LAST_HIGH_SURROGATE] = [0xd800, 0xdbff]
const [FIRST_LOW_SURROGATE, LAST_LOW_SURROGATE] = [0xdc00, 0xdfff]
/** Codes from here on take two units. */
const FIRST_ASTRAL = 0x1_0000
const SURROGATE_BITS = 10
/** The kind of a character that was not looked up yet. */
const UNKNOWN = 0xff

function findKind(codePoint: number): number {
  const character = String.fromCodePoint(codePoint)
  return (WORD.test(character) ? IN_WORD : 0) | (NAME.test(character) ? IN_NAME : 0)
}

/** Looks up the kinds of characters. Filled as characters occur: the whole table would take 12 ms. */
export class CharacterKinds {
  readonly #kinds = new Uint8Array(FIRST_ASTRAL).fill(UNKNOWN)

  /**
   * Returns how many units the character at a position of a text takes.
   *
   * @param kind `IN_WORD` or `IN_NAME`.
   * @param length of the text.
   * @returns 1 or 2; 0 for a character that is not of this kind.
   */
  widthOf(units: Uint16Array, at: number, length: number, kind: number): number {
    const unit = units[at] as number
    const kindOfUnit = this.#kinds[unit] as number
    if (kindOfUnit !== UNKNOWN) return (kindOfUnit & kind) === 0 ? 0 : 1
    if (unit < FIRST_HIGH_SURROGATE || unit > LAST_HIGH_SURROGATE) {
      this.#kinds[unit] = findKind(unit)
      return this.widthOf(units, at, length, kind)
    }
    const low = at + 1 < length ? (units[at + 1] as number) : 0
    if (low < FIRST_LOW_SURROGATE || low > LAST_LOW_SURROGATE) return 0
    const above = ((unit - FIRST_HIGH_SURROGATE) << SURROGATE_BITS) | (low - FIRST_LOW_SURROGATE)
    return (findKind(FIRST_ASTRAL + above) & kind) === 0 ? 0 : 2
  }
}
