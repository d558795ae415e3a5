const FIRST_UNITS = 8192
const BYTES_PER_UNIT = 2

let units = new Uint16Array(FIRST_UNITS)
let bytes = Buffer.from(units.buffer)

/**
 * Gives the code units of a text as numbers: reading them one by one from an array takes half of what it takes from a
 * text, even with the copying.
 *
 * @returns an array of which the first `text.length` are the units; overwritten by the next text.
 */
export function unitsOf(text: string): Uint16Array {
  if (text.length > units.length) {
    units = new Uint16Array(2 * text.length)
    bytes = Buffer.from(units.buffer)
  }
  bytes.write(text, 0, text.length * BYTES_PER_UNIT, "utf16le")
  return units
}
