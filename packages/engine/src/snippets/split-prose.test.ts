import { expect, it } from "vitest"
import { splitProse } from "./split-prose.ts"

const koi = (count: number) => Array.from({ length: count }, (_, at) => `koi${at}`).join(" ")

it("cuts between sentences rather than inside one", () => {
  const first = `The pond has ${koi(10)}.`
  const second = `Below we feed ${koi(5)}; while it rains, this takes ${koi(5)}:`

  expect(splitProse(`${first} ${second}`, 110)).toEqual([first, second])
})

it("cuts a long sentence after a clause", () => {
  const [first, second] = [`The pond has ${koi(10)};`, `the river has ${koi(10)}.`]

  expect(splitProse(`${first} ${second}`, 90)).toEqual([first, second])
})
