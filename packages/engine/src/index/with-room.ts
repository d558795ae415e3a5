/**
 * Makes room in an array of numbers that grows.
 *
 * @returns the array itself where it has so many places, else one of twice as many with the same numbers, then zeros.
 */
export function withRoom<Numbers extends Int32Array | Uint16Array | Uint8Array>(
  numbers: Numbers,
  length: number,
): Numbers {
  if (length <= numbers.length) return numbers
  const Kind = numbers.constructor as new (length: number) => Numbers
  const more = new Kind(2 * length)
  more.set(numbers)
  return more
}
