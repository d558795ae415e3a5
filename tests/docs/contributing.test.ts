import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { projectRoot } from "../architecture/cruise.ts"

const read = (path: string) => readFileSync(join(projectRoot, path), "utf8")
const contributing = read("CONTRIBUTING.md")
const architecture = read("ARCHITECTURE.md")

/** Paths in the table of questions: the code of the last cell of each row. */
const rows = [...contributing.matchAll(/^\| .*\?\s*\| `([^`]+)` *\|$/gm)].map((row) => row[1] ?? "")

/** Steps of the worked examples: a path, a colon, and names that the file contains, as code. */
const steps = [...contributing.matchAll(/^\d\. `([^`]+)`: ((?:.|\n {3})*)$/gm)].map(([, path = "", text = ""]) => ({
  path,
  names: [...text.matchAll(/`([A-Za-z_][\w.-]*)`/g)].map((name) => name[1] ?? ""),
}))

describe("CONTRIBUTING.md", () => {
  it.each(rows)("answers a question with %s, which exists", (path) => {
    expect(existsSync(join(projectRoot, path))).toBe(true)
  })

  it.each(steps)("has a step in $path, which contains $names", ({ path, names }) => {
    const text = read(path)

    expect(names.filter((name) => !text.includes(name))).toEqual([])
  })

  it("has a table of questions and worked examples", () => {
    expect(rows.length).toBeGreaterThanOrEqual(20)
    expect(contributing.match(/^## Add a /gm)).toHaveLength(4)
    expect(steps.length).toBeGreaterThanOrEqual(15)
  })
})

describe("ARCHITECTURE.md", () => {
  const folders = readdirSync(join(projectRoot, "packages/server/src"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  const headings = [...architecture.matchAll(/^### (.+)$/gm)].map((heading) => heading[1])

  it.each([...readdirSync(join(projectRoot, "packages")).filter((name) => name !== "server"), ...folders])(
    "has a heading for %s",
    (name) => {
      expect(headings).toContain(name)
    },
  )

  it("has no heading for a folder that does not exist", () => {
    const existing = new Set([...readdirSync(join(projectRoot, "packages")), ...folders])

    expect(headings.filter((heading) => !existing.has(heading ?? ""))).toEqual([])
  })
})
