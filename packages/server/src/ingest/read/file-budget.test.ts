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

it("runs the files of a batch in their order, and times the one that is slow by itself", () => {
  const budget = new FileBudget({ graceMs: 100 })
  const files = [file("a.md"), file("slow.md"), file("broken.md"), file("b.md")]

  const results = budget.runEach(files, ({ path }) => {
    if (path === "slow.md") spin()
    return path === "broken.md" ? (JSON.parse("{") as unknown) : path
  })

  expect(results).toEqual(["a.md", expect.any(Error), expect.any(SyntaxError), "b.md"])
  expect(String(results[1])).toMatch(/parsing was stopped/)
  const again = budget.runEach(files, ({ path }) => path)
  expect(again).toEqual(["a.md", results[1], "broken.md", "b.md"])
})

it("gives a file its whole time when the others of its batch have used up theirs", () => {
  const budget = new FileBudget({ graceMs: 5_000 })
  const busyFor = (ms: number) => {
    const end = performance.now() + ms
    while (performance.now() < end);
  }

  const results = budget.runEach([file("a.md"), file("b.md"), file("c.md"), file("d.md")], ({ path }) => {
    busyFor(200)
    return path
  })

  expect(results).toEqual(["a.md", "b.md", "c.md", "d.md"])
})
