import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { projectRoot } from "./cruise.ts"

/** A relative import or export, of types too. */
const IMPORT = /^(?:import|export)\s+[^"';]*?from\s+"(\.[^"]+)"/gm

/** @returns for every folder of source the folders that its files import. */
function foldersImported(): Map<string, Set<string>> {
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "packages/*/src/**.ts"], {
    cwd: projectRoot,
    encoding: "utf8",
  })
  const imported = new Map<string, Set<string>>()
  for (const file of files
    .split("\n")
    .filter((path) => path !== "" && !/(\.test|\.testing|\/testing)\.ts$/.test(path))) {
    const folder = dirname(file)
    for (const [, target = ""] of readFileSync(join(projectRoot, file), "utf8").matchAll(IMPORT)) {
      const other = dirname(join(folder, target))
      if (other === folder) continue
      imported.set(folder, (imported.get(folder) ?? new Set()).add(other))
    }
  }
  return imported
}

/** @returns folders that reach themselves over the folders that they import, in alphabetical order. */
function foldersInCycles(imported: Map<string, Set<string>>): readonly string[] {
  const reaches = (from: string): Set<string> => {
    const seen = new Set<string>()
    const waiting = [...(imported.get(from) ?? [])]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (seen.has(next)) continue
      seen.add(next)
      waiting.push(...(imported.get(next) ?? []))
    }
    return seen
  }
  return [...imported.keys()].filter((folder) => reaches(folder).has(folder)).toSorted()
}

describe("folders", () => {
  it("do not import each other in cycles, not even for types", () => {
    const imported = foldersImported()

    expect(imported.size).toBeGreaterThan(100)
    expect(foldersInCycles(imported)).toEqual([])
  })

  it("are found when they do", () => {
    const imported = new Map([
      ["a", new Set(["b"])],
      ["b", new Set(["c"])],
      ["c", new Set(["b"])],
    ])

    expect(foldersInCycles(imported)).toEqual(["b", "c"])
  })
})
