import { describe, expect, it } from "vitest"
import { planSite } from "../plan-site.ts"
import { readSitePage } from "../read-site-page.ts"
import { sizeOfSitePage } from "./site-page.ts"

/** Returns the CPU time that planning a site of one page takes, in milliseconds. */
function planMs(page: string, files: Readonly<Record<string, string>>): number {
  const before = process.cpuUsage()
  const { order } = planSite([{ path: page, toctrees: [] }], (path) => files[path])
  expect(order).toEqual([page])
  return process.cpuUsage(before).user / 1000
}

describe("a navigation of files that are used again and again", () => {
  it("is bounded for a navigation file that includes itself", () => {
    const navigation = "* a\n".repeat(15_000) + "include::nav.adoc[]\n".repeat(1_000)
    const files = { "antora.yml": "nav:\n- modules/ROOT/nav.adoc\n", "modules/ROOT/nav.adoc": navigation }

    expect(planMs("modules/ROOT/pages/a.adoc", files)).toBeLessThan(2_000)
  })

  it.each([
    ["JSON", "big.json", `[${"[],".repeat(300_000)}[]]`],
    ["a module", "big.js", `export default [${"[],".repeat(100_000)}[]]`],
  ])("is bounded for imports of %s under many names", (_, name, text) => {
    const names = Array.from({ length: 200 }, (__, at) => `a${at}`)
    const imports = names.map((own) => `import ${own} from "./${name}"`).join("\n")
    const config = `${imports}\nexport default { themeConfig: { sidebar: [${names.join(",")}] } }`

    expect(planMs("a.md", { ".vitepress/config.js": config, [`.vitepress/${name}`]: text })).toBeLessThan(4_000)
  })
})

describe("the navigation on a page", () => {
  it("has each line once, however its lists are nested", () => {
    const nested = Array.from({ length: 1_000 }, (_, depth) => `${" ".repeat(depth)}.. toctree::`).join("\n")
    const { toctrees } = readSitePage("restructured-text", nested, "a.rst")

    expect(toctrees.flatMap(({ entries }) => entries)).toHaveLength(999)
  })

  it("has a size that grows with its entries and labels", () => {
    const entries = Array.from({ length: 1_000 }, () => ({ target: "b", title: "cd" }))
    const toctrees = [{ isGlob: false, isReversed: false, entries }]

    expect(sizeOfSitePage({ path: "a.rst", toctrees, title: "A" })).toBe(1 + 32 + 1_000 * 35)
    expect(sizeOfSitePage({ path: "a.rst", toctrees: [], labels: new Map([["ab", "c"]]) })).toBe(35)
  })
})
