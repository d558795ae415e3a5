import { pathsOf, ROUTES } from "@lectern/contract"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { settingsSchema } from "../../packages/server/src/config/settings.ts"
import { commandNames } from "./commands.ts"
import { projectRoot, readPages } from "./pages.ts"

const pages = readPages()
const codeOf = (text: string) =>
  [...text.matchAll(/^(`{3,})[\s\S]*?^\1`*$|`[^`\n]+`/gm)].map((match) => match[0]).join("\n")
const code = pages.map((page) => ({ path: page.path, text: codeOf(page.text) }))

function findAll(pattern: RegExp): readonly { readonly path: string; readonly word: string }[] {
  return code.flatMap(({ path, text }) => [...text.matchAll(pattern)].map((match) => ({ path, word: match[1] ?? "" })))
}

/** Variables of the command line and of the tests, which are no settings of the server. */
const OTHER_VARIABLES: ReadonlySet<string> = new Set(["LECTERN_URL", "LECTERN_TEST_ENGINE"])

describe("examples of the documentation", () => {
  it("run npm scripts that exist", () => {
    const { scripts } = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")) as {
      scripts: Record<string, string>
    }
    const used = [...findAll(/\bnpm run ([a-z][a-z:-]*)/g), ...findAll(/\bnpm (start|test)\b/g)]

    expect(used.length).toBeGreaterThan(5)
    expect(used.filter(({ word }) => !(word in scripts))).toEqual([])
  })

  it("use commands that exist", () => {
    const known = new Set(commandNames().map((name) => name.split(" ")[0]))
    const used = findAll(/(?<![/\w-])lectern ([a-z][a-z-]*)\b/g)

    expect(used.length).toBeGreaterThan(5)
    expect(used.filter(({ word }) => !known.has(word))).toEqual([])
  })

  it("ask paths that are served", () => {
    const patterns = ROUTES.flatMap(pathsOf).map((path) => new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`))
    const used = findAll(/127\.0\.0\.1:\d+(\/api\/[^\s"'?`]+)/g)

    expect(used.length).toBeGreaterThan(5)
    expect(used.filter(({ word }) => !patterns.some((pattern) => pattern.test(word)))).toEqual([])
  })

  it("set variables that exist", () => {
    const used = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/\b(LECTERN_[A-Z_]+)\b/g)].map((match) => ({ path, word: match[1] ?? "" })),
    )
    const known = (word: string) => word in settingsSchema.shape || OTHER_VARIABLES.has(word)

    expect(used.filter(({ word }) => !known(word))).toEqual([])
  })
})
