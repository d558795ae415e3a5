import { existsSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { readRequirements } from "./requirements-list.ts"

const root = new URL("../../", import.meta.url)
const manifest = readRequirements()

/** What is wrong with a reference to a test, or undefined. */
function problemOf(reference: string): string | undefined {
  const [path = "", ...rest] = reference.split("#")
  const file = new URL(path, root)
  if (!/\.test\.(ts|mjs)$/.test(path) || !existsSync(file)) return `${path} is not a test file`
  const name = rest.join("#")
  if (name === "") return undefined
  return readFileSync(file, "utf8").includes(JSON.stringify(name).slice(1, -1))
    ? undefined
    : `${path} has no test "${name}"`
}

describe("requirements manifest", () => {
  it("gives every promise a test or an issue that will keep it", () => {
    const open = manifest.filter(({ tests, later }) => tests === undefined && later === undefined)

    expect(open.map(({ id }) => id)).toEqual([])
  })

  it("names only tests that exist", () => {
    const problems = manifest.flatMap(({ id, tests = [] }) =>
      tests
        .map(problemOf)
        .filter((problem) => problem !== undefined)
        .map((problem) => `${id}: ${problem}`),
    )

    expect(problems).toEqual([])
  })

  it("has one entry per id, in order inside its section", () => {
    const ids = manifest.map(({ id }) => id)

    expect(new Set(ids).size).toBe(ids.length)
    for (const { id, source, section } of manifest) {
      const document = source === "interface-specification" ? "interface" : source
      expect(id).toMatch(new RegExp(`^${document}-${section}-\\d\\d$`))
    }
  })

  it("quotes pages of the documentation as they stand", () => {
    const quoted = manifest.filter(({ source }) => source === "documentation")
    const lost = quoted.filter(({ section, sentence }) => {
      const page = readFileSync(new URL(`docs/${section}.md`, root), "utf8")
      return !page.replaceAll(/\s+/g, " ").includes(sentence)
    })

    expect(quoted.length).toBeGreaterThan(20)
    expect(lost.map(({ id }) => id)).toEqual([])
  })

  it("covers every section of both documents", () => {
    const sections = (source: string) =>
      new Set(manifest.filter((entry) => entry.source === source).map(({ section }) => Number(section.split(".")[0])))

    expect(sections("interface-specification")).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]))
    expect(sections("decisions")).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]))
  })

  it("finds a test that is missing, a name that is missing and a file that is no test", () => {
    const here = "tests/requirements/requirements.test.ts"

    expect(problemOf(`${here}#gives every promise a test or an issue that will keep it`)).toBeUndefined()
    const unwritten = ["never", "written"].join(" ")
    expect(problemOf(`${here}#${unwritten}`)).toBe(`${here} has no test "${unwritten}"`)
    expect(problemOf("tests/requirements/nowhere.test.ts")).toBe(
      "tests/requirements/nowhere.test.ts is not a test file",
    )
    expect(problemOf("README.md")).toBe("README.md is not a test file")
  })
})
