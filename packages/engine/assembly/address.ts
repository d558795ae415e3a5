/** Returns the address of an element in an array of 32-bit numbers. */
export function at(array: usize, index: u32): usize {
  return array + ((index as usize) << 2)
}
