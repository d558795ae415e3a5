import type { Token } from "markdown-it"

/**
 * Returns the marker of each list item by the index of the token that opens it. Items are numbered as sites show them: from the first number
 * on, whatever numbers the others have, because `1.` is often repeated.
 */
export function itemMarkers(tokens: readonly Token[]): ReadonlyMap<number, string> {
  const markers = new Map<number, string>()
  /** The number of the next item of each open list; NaN for lists with bullets. */
  const next: number[] = []
  for (const [index, token] of tokens.entries()) {
    switch (token.type) {
      case "ordered_list_open":
        next.push(Number(token.attrGet("start") ?? 1))
        break
      case "bullet_list_open":
        next.push(Number.NaN)
        break
      case "ordered_list_close":
      case "bullet_list_close":
        next.pop()
        break
      case "list_item_open": {
        const number = next.pop() ?? Number.NaN
        next.push(number + 1)
        markers.set(index, Number.isNaN(number) ? "-" : `${number}.`)
      }
    }
  }
  return markers
}
