import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { projectRoot } from "./cruise.ts"

/** What a script takes from a built file: `const { names } = await built("server/dist/a/b.js")`. */
const LOADED = /(?:const \{([^}]*)\} = await \w+\(|["'])(?:["'])?(?:packages\/)?((?:\w+)\/dist\/[\w./-]+\.js)["']/g

/** @returns a complaint for every built file or name in a script that the sources do not have. */
function missing(script: string, text: string): readonly string[] {
  return [...text.matchAll(LOADED)].flatMap(([, names = "", path = ""]) => {
    const source = join(projectRoot, "packages", path.replace("/dist/", "/src/").replace(/\.js$/, ".ts"))
    if (!existsSync(source)) return [`${script}: ${path}`]
    const sourceText = readFileSync(source, "utf8")
    return names
      .split(",")
      .map((name) => name.split(":")[0]?.trim() ?? "")
      .filter((name) => name !== "" && !new RegExp(`\\b${name}\\b`).test(sourceText))
      .map((name) => `${script}: ${name} of ${path}`)
  })
}

describe("scripts that load built files", () => {
  it("name files and exports that exist", () => {
    const scripts = execFileSync("git", ["ls-files", "bench/*.mjs", "eval/*.mjs", "scripts/*.mjs"], {
      cwd: projectRoot,
      encoding: "utf8",
    })
    const loaded = scripts.trim().split("\n")
    const texts = loaded.map((script) => [script, readFileSync(join(projectRoot, script), "utf8")] as const)

    expect(texts.flatMap(([, text]) => [...text.matchAll(LOADED)]).length).toBeGreaterThan(25)
    expect(texts.flatMap(([script, text]) => missing(script, text))).toEqual([])
  })

  it("are found when they do not", () => {
    const text = `const { gone } = await built("engine/dist/index.js")\nconst { a } = await built("server/dist/nowhere.js")`

    expect(missing("x.mjs", text)).toEqual(["x.mjs: gone of engine/dist/index.js", "x.mjs: server/dist/nowhere.js"])
  })
})
