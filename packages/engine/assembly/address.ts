/** Finds a place of an array of 32-bit numbers in memory. */
export function at(array: usize, place: u32): usize {
  return array + ((place as usize) << 2)
}
