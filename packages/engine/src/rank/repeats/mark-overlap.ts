/** Number of different marks (`wordMark`). */
const MARKS = 0x1_00_00
/** Texts are numbered up to the largest number that the array below can hold. */
const MAX_TEXTS = 0xff_ff_ff_ff

/** Numbers of different marks in two texts. */
export interface Overlap {
  readonly left: number
  readonly right: number
  /** Those that both texts contain. */
  readonly shared: number
}

/** Compares the words of texts by their marks. It reuses its memory, so that a comparison allocates almost nothing. */
export class MarkOverlap {
  /** By mark, the last text that contains it. */
  #lastText = new Uint32Array(0)
  #texts = 0

  /** Counts the different marks of two texts (`wordOrder`). */
  of(left: Uint16Array, right: Uint16Array): Overlap {
    if (this.#lastText.length === 0 || this.#texts + 2 > MAX_TEXTS) {
      this.#lastText = new Uint32Array(MARKS)
      this.#texts = 0
    }
    const lastText = this.#lastText
    const leftText = ++this.#texts
    const rightText = ++this.#texts
    let [inLeft, inRight, shared] = [0, 0, 0]
    for (let at = 0; at < left.length; at++) {
      const mark = left[at] as number
      if (lastText[mark] !== leftText) inLeft++
      lastText[mark] = leftText
    }
    for (let at = 0; at < right.length; at++) {
      const mark = right[at] as number
      if (lastText[mark] === rightText) continue
      if (lastText[mark] === leftText) shared++
      lastText[mark] = rightText
      inRight++
    }
    return { left: inLeft, right: inRight, shared }
  }
}
