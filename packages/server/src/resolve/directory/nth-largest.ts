/**
 * Returns the number that has `rank` - 1 larger or equal numbers before it in descending order. Sorting all numbers
 * would take ten times as long, and a common word is in 15,000 libraries.
 *
 * @param numbers reordered by the call; no NaN.
 * @param rank 1 for the largest, at most the count of numbers.
 */
export function nthLargest(numbers: Float64Array, rank: number): number {
  const wanted = numbers.length - rank
  let [from, to] = [0, numbers.length - 1]
  while (from < to) {
    const border = partition(numbers, from, to)
    if (wanted <= border) to = border
    else from = border + 1
  }
  return numbers[wanted] ?? 0
}

/**
 * Moves the smaller numbers of a range before the larger ones. @returns the last index of the smaller ones, below `to`.
 */
function partition(numbers: Float64Array, from: number, to: number): number {
  // The middle number of a range is a good pivot even if the numbers are sorted.
  const pivot = numbers[(from + to) >>> 1] ?? 0
  let [left, right] = [from - 1, to + 1]
  for (;;) {
    do left++
    while ((numbers[left] ?? 0) < pivot)
    do right--
    while ((numbers[right] ?? 0) > pivot)
    if (left >= right) return right
    const number = numbers[left] ?? 0
    numbers[left] = numbers[right] ?? 0
    numbers[right] = number
  }
}
