import { expect, it } from "vitest"

import { joinParts } from "./cut-marks.ts"
import { cellsOf, joinRows, rowOf } from "./table-rows.ts"

it("has the cells of its row, also with escaped pipes and empty ones", () => {
  expect(cellsOf("| `a \\| b` |  | c |")).toEqual(["`a \\| b`", "", "c"])
  expect(rowOf(cellsOf("| `a \\| b` |  | c |"))).toBe("| `a \\| b` |  | c |")
})

it("is joined where its cell was cut", () => {
  expect(joinRows("| a | Feed it. […] | ✓ |", "| a | […] Wash it. | ✓ |")).toBe("| a | Feed it. Wash it. | ✓ |")
  expect(joinRows("| a | Feed it. […] |  |", "| a | […] Wash it. | ✓ |")).toBe("| a | Feed it. Wash it. | ✓ |")
})

it.each([
  ["another row", "| a | Feed it. |", "| b | Wash it. |"],
  ["another name", "| a | Feed it. […] |", "| b | […] Wash it. |"],
  ["another number of cells", "| a | Feed it. […] |", "| a | […] Wash it. | ✓ |"],
  ["no continuation", "| a | Feed it. […] |", "| a | Wash it. |"],
])("is not joined with %s", (_, row, rest) => {
  expect(joinRows(row, rest)).toBeUndefined()
})

it("is joined inside a table of two parts", () => {
  const head = "| Name | Use |\n|-|-|\n"

  expect(joinParts(`${head}| z | Last. |\n| a | Feed it. […] |`, `${head}| a | […] Wash it. |\n| b | Sell it. |`)).toBe(
    `${head}| z | Last. |\n| a | Feed it. Wash it. |\n| b | Sell it. |`,
  )
  expect(joinParts(`${head}| a | Feed it. […] |`, "| a | […] Wash it. |")).toBe(`${head}| a | Feed it. Wash it. |`)
  expect(joinParts(`${head}| a | Feed it. |`, `${head}| b | Wash it. |`)).toBe(
    `${head}| a | Feed it. |\n| b | Wash it. |`,
  )
})

it("puts the rest of a sentence on the line of its beginning, and other text below it", () => {
  expect(joinParts("- Koi eat bread;", "carp do not.")).toBe("- Koi eat bread; carp do not.")
  expect(joinParts("- Koi eat bread;", "Carp do not.")).toBe("- Koi eat bread; Carp do not.")
  expect(joinParts("Koi eat bread.", "Carp do not.")).toBe("Koi eat bread.\n\nCarp do not.")
  expect(joinParts("- Koi eat bread.", "- carp do not.")).toBe("- Koi eat bread.\n- carp do not.")
  expect(joinParts("- Koi eat bread;", "- carp do not.")).toBe("- Koi eat bread;\n- carp do not.")
  expect(joinParts("Koi eat bread;", "```\ncarp\n```")).toBe("Koi eat bread;\n\n```\ncarp\n```")
})
