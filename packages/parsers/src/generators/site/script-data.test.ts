import { describe, expect, it } from "vitest"
import { readScriptData } from "./script-data.ts"

describe("readScriptData", () => {
  it.each([
    ["export default { a: 'x', \"b\": 2, c: [true, null, `t`,], }", { a: "x", b: 2, c: [true, null, "t"] }],
    ["module.exports = { docs: ['intro', { type: 'doc', id: 'a' }] };", { docs: ["intro", { type: "doc", id: "a" }] }],
    ["const sidebars: SidebarsConfig = { docs: ['a'] } satisfies X\nexport default sidebars", { docs: ["a"] }],
    ["const base = [1]\nexport default [...base, 2] as const", [1, 2]],
    [
      "function guide(): Item[] {\n  // a { brace\n  return [{ text: 'It\\'s' }]\n}\nexport default { s: guide() }",
      { s: [{ text: "It's" }] },
    ],
    ["const make = (x: string): X => ({ items: [x] })\nexport default make('a')", { items: [undefined] }],
    ["export default defineConfig<Theme>({ a: 1, ...rest, f() { return 2 }, g: () => [3] })", { a: 1, f: 2, g: [3] }],
    ["const t = { deep: { x: 'y' } }\nexport default [t.deep.x, unknown.y, `a${b}`]", ["y", undefined, undefined]],
    ["export default async () => { const x = 1; return { a: x } }", { a: 1 }],
    ["const a = b\nconst b = a\nexport default a", undefined],
    ["export default { url: 'https://example.org/a', /* no: 1, */ b: 1 }", { url: "https://example.org/a", b: 1 }],
    ["let x", undefined],
  ])("reads %j", (text, value) => {
    expect(readScriptData(text, "default")).toEqual(value)
  })

  it("asks for what is imported, by the name it was exported under", () => {
    const asked: string[] = []
    const text = "import nav, { sidebar as s } from './nav'\nimport type { T } from './t'\nexport default { nav, s }"

    const data = readScriptData(text, "default", (specifier, name) => {
      asked.push(`${specifier} ${name}`)
      return name
    })

    expect(data).toEqual({ nav: "default", s: "sidebar" })
    expect(asked).toEqual(["./nav default", "./nav sidebar"])
  })

  it("reads a named export", () => {
    expect(readScriptData("export const sidebar = ['a']", "sidebar")).toEqual(["a"])
  })

  it.each([
    ["[".repeat(50_000)],
    ["export default " + "[".repeat(20_000)],
    ["export default {" + "a:{".repeat(5_000)],
    ["export default " + "f(".repeat(5_000)],
    ["export default {[a]:,,:}}) ]"],
    ["export default {a"],
    ["export default { __proto__: { polluted: true } }"],
    ["export default '"],
    ["export default (" + "(".repeat(3_000)],
  ])("comes to an end with broken and hostile text", (text) => {
    const beganMs = performance.now()

    readScriptData(text, "default")

    expect(performance.now() - beganMs).toBeLessThan(3_000)
    expect(Reflect.get({}, "polluted")).toBeUndefined()
  })
})
