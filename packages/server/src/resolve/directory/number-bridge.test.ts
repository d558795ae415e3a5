import { expect, it } from "vitest"
import { Dictionary } from "./dictionary.ts"
import { NumberBridge } from "./number-bridge.ts"

it("follows words that come and go in both dictionaries", () => {
  const [own, shared] = [new Dictionary(), new Dictionary()]
  const bridge = new NumberBridge(own, shared)
  const table = own.take("table").number
  expect(bridge.numberOf(table)).toBe(-1)

  shared.take("chair")
  const sharedTable = shared.take("table").number
  expect(bridge.numberOf(table)).toBe(sharedTable)

  shared.giveBack(sharedTable)
  expect(bridge.numberOf(table)).toBe(-1)

  own.giveBack(table)
  const chair = own.take("chair").number
  expect(chair).toBe(table)
  expect(bridge.numberOf(chair)).toBe(shared.numberOf("chair"))
})
