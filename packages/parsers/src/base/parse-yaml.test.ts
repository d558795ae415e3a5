import { describe, expect, it } from "vitest"
import { parseFrontMatterData } from "../document/front-matter.ts"
import { parseApiText } from "../formats/openapi/files/parse-api-text.ts"
import { parseYaml } from "./parse-yaml.ts"

describe("parseYaml", () => {
  it("parses data, ignores tags of languages, and keeps what is valid", () => {
    expect(parseYaml("a: [1, 'b']\nc: !!python/name:d.e\n")).toEqual({ a: [1, "b"], c: "" })
    expect(parseYaml("title: {{ page.title }}\n")).toEqual({ title: { "{ page.title }": null } })
    expect(parseYaml("")).toBeNull()
  })

  it("limits aliases", () => {
    const levels = Array.from({ length: 9 }, (_, at) => `l${at + 1}: &l${at + 1} [${`*l${at},`.repeat(9)}]`)
    expect(() => parseYaml(`l0: &l0 [x]\n${levels.join("\n")}`)).toThrow(/alias/i)
  })

  it("needs little time for keys that are nested deeply", { timeout: 5_000 }, () => {
    const text = `${"{".repeat(500)}a${"}".repeat(500)}`

    expect(Object.keys(parseYaml(text) as object)[0]).toMatch(/^\{{200}$/)
    expect(parseFrontMatterData(`---\na: ${text}\n---\n`)).toMatchObject({ a: expect.any(Object) })
    expect(parseApiText(`openapi: 3.1.0\nx: ${text}\n`, true)).toMatchObject({ root: { openapi: "3.1.0" } })
  })
})
