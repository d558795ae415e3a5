/** Returns the array itself if it is at least this long, else a copy of twice this length, padded with zeros. */
export function growArray<Numbers extends Int32Array | Uint16Array | Uint8Array>(
  numbers: Numbers,
  length: number,
): Numbers {
  if (length <= numbers.length) return numbers
  const Kind = numbers.constructor as new (length: number) => Numbers
  const more = new Kind(2 * length)
  more.set(numbers)
  return more
}
