import { expect, it } from "vitest"
import { accessRefused, notARepository } from "./git-failure.ts"

it("says how to add a website whose address looks like that of a repository", () => {
  const advice = "add it with --kind website"

  expect(notARepository("otter.example", false).message).toContain(advice)
  expect(accessRefused("otter.example", false).message).toContain(advice)
  expect(notARepository("github.com", false).message).not.toContain(advice)
  expect(notARepository("otter.example", true).message).not.toContain(advice)
})
