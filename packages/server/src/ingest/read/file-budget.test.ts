import { expect, it } from "vitest"
import { FileBudget } from "./file-budget.ts"

const spin = (): never => {
  for (;;);
}
const file = (path: string) => ({ path, characterCount: 10 })

it("refuses a file at once that was stopped before, and runs the others", () => {
  const budget = new FileBudget({ graceMs: 100 })

  expect(budget.tryRun(file("slow.md"), spin)).toBeUndefined()
  expect(() => budget.run(file("slow.md"), () => "never")).toThrow(
    /^parsing was stopped: it took longer than [\d.]+ s$/,
  )
  expect(budget.run(file("fast.md"), () => "done")).toBe("done")
})

it("gives less and less time to a source full of slow files", () => {
  const budget = new FileBudget({ graceMs: 200 })
  const before = process.cpuUsage()
  for (let at = 0; at < 10; at++) budget.tryRun(file(`${at}.md`), spin)
  const { user } = process.cpuUsage(before)

  // Every second run of a starved machine takes up to one and a half times the limit.
  expect(user / 1000).toBeLessThan(200 + 100 + 8 * 50 + 1.5 * (200 + 100 + 8 * 50))
})

it("throws what the work throws", () => {
  const budget = new FileBudget()

  expect(() => budget.tryRun(file("a.md"), () => JSON.parse("{"))).toThrow(SyntaxError)
})
