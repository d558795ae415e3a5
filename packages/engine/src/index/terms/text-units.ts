const FIRST_UNITS = 8192
const BYTES_PER_UNIT = 2

/**
 * A buffer for the code units of one text at a time. Reading code units from an array takes half as long as reading them from a string,
 * including the copying.
 */
export class TextUnits {
  #units = new Uint16Array(FIRST_UNITS)
  #bytes = Buffer.from(this.#units.buffer)

  /** Returns an array whose first `text.length` numbers are the code units of the text; the next call overwrites it. */
  read(text: string): Uint16Array {
    if (text.length > this.#units.length) {
      this.#units = new Uint16Array(2 * text.length)
      this.#bytes = Buffer.from(this.#units.buffer)
    }
    this.#bytes.write(text, 0, text.length * BYTES_PER_UNIT, "utf16le")
    return this.#units
  }
}
