/** Numbers that depend only on a seed. */
export interface Random {
  /** Returns a whole number from 0 up to, but not including, the bound, which is at least 1. */
  below(bound: number): number
  pick<Item>(items: readonly Item[]): Item
}

/** Creates the numbers of one case (mulberry32). */
export function randomFrom(seed: number, caseNumber: number): Random {
  let state = (Math.imul(seed, 0x9e37_79b1) ^ Math.imul(caseNumber + 1, 0x85eb_ca6b)) >>> 0
  const below = (bound: number): number => {
    state = (state + 0x6d2b_79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(1, bound)
  }
  return {
    below,
    pick: (items) => {
      const item = items[below(items.length)]
      if (item === undefined) throw new RangeError("nothing to pick from")
      return item
    },
  }
}

/** Characters with a meaning in some format. */
const MARKS =
  '` ``` ~~~ * ** _ [ ]( ) ![ < > </ <!-- --> <![CDATA[ ]]> { } {{ }} {% %} | ||| # ## = === --- +++ ::: :: .. :a:` > - 1. \\ & &amp; &#x41; " \' \n \n\n \t \u0000 \u00a0 \u2028 \ud800 é 漢 🦦 " { [ , : null 1e999 -- .TH .SH .TS include:: ifdef:: import export'
    .split(" ")
    .concat([" ", "    "])

/**
 * Changes a text at one to eight positions: deletes, repeats, moves, inserts marks, and takes parts of another text.
 */
export function mutate(text: string, other: string, random: Random): string {
  let changed = text
  for (let count = 1 + random.below(8); count > 0; count--) {
    const at = random.below(changed.length + 1)
    const length = random.below(random.below(4) === 0 ? 2_000 : 40)
    const [before, part, after] = [changed.slice(0, at), changed.slice(at, at + length), changed.slice(at + length)]
    changed = change(random, { before, part, after, other })
  }
  return changed
}

interface Cut {
  readonly before: string
  readonly part: string
  readonly after: string
  readonly other: string
}

function change(random: Random, { before, part, after, other }: Cut): string {
  switch (random.below(6)) {
    case 0:
      return before + after
    case 1:
      return before + part.repeat(1 + random.below(6)) + after
    case 2:
      return before + random.pick(MARKS) + part + after
    case 3:
      return before + random.pick(MARKS).repeat(1 + random.below(60)) + part + after
    case 4: {
      const from = random.below(other.length + 1)
      return before + other.slice(from, from + random.below(2_000)) + after
    }
    default:
      return before + String.fromCharCode(random.below(0x1_00_00)) + part + after
  }
}
