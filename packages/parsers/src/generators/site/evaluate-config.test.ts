import { describe, expect, it } from "vitest"
import { evaluateConfig } from "./evaluate-config.ts"

/** A module in which each of 60 constants is made of the one before. */
function chainOf(first: string, next: (name: string) => string): string {
  const constants = Array.from({ length: 60 }, (_, at) => `const a${at + 1} = ${next(`a${at}`)}`)
  return [`const a0 = ${first}`, ...constants, "export default a60"].join("\n")
}

describe("evaluateConfig", () => {
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
    ["const base = '/guide'\nexport default [`${base}/a`, base + '/b', 1.5, -2]", ["/guide/a", "/guide/b", 1.5, -2]],
    [
      "export default { a: isPreview ? ['x'] : [], b: extra || ['y'], c: isPreview && ['z'] }",
      { a: ["x"], b: ["y"], c: ["z"] },
    ],
    [
      "const list = ['a', 'b']\nexport default { items: list.filter(Boolean), one: list[0] }",
      { items: ["a", "b"], one: "a" },
    ],
    ["function f() { if (x) { return ['a'] }\n const g = () => { return 1 } }\nexport default f()", ["a"]],
    ["const sidebar = ['a']\nexport { sidebar as default }", ["a"]],
    ["export default { icon: <Icon name='x' />, title: 'T' }", { title: "T" }],
    ["export default { a: [,], b: 1n, c: /x/ }", { a: [undefined] }],
  ])("reads %j", (text, value) => {
    expect(evaluateConfig(text, "default")).toEqual(value)
  })

  it("asks for what is imported, by the name it was exported under", () => {
    const asked: string[] = []
    const text = "import nav, { sidebar as s } from './nav'\nimport type { T } from './t'\nexport default { nav, s }"

    const data = evaluateConfig(text, "default", (specifier, name) => {
      asked.push(`${specifier} ${name}`)
      return name
    })

    expect(data).toEqual({ nav: "default", s: "sidebar" })
    expect(asked).toEqual(["./nav default", "./nav sidebar"])
  })

  it("evaluates what is required or exported from another module", () => {
    const asked: string[] = []
    const ask = (specifier: string, name: string) => {
      asked.push(`${specifier} ${name}`)
      return [name]
    }

    expect(evaluateConfig("module.exports = { a: require('./a') }", "default", ask)).toEqual({ a: ["default"] })
    expect(evaluateConfig("export { nav as sidebar } from './b'", "sidebar", ask)).toEqual(["nav"])
    expect(asked).toEqual(["./a default", "./b nav"])
  })

  it("reads a named export", () => {
    expect(evaluateConfig("export const sidebar = ['a']", "sidebar")).toEqual(["a"])
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
    ["export default " + "<a>(".repeat(40) + "1" + ")".repeat(40)],
    ["export default [" + "{a:1},".repeat(30_000) + "]"],
    [chainOf("[1]", (name) => `[...${name}, ...${name}]`)],
    [chainOf("{}", (name) => `{ items: [${name}, ${name}] }`)],
    [chainOf("'a'", (name) => `${name} + ${name}`)],
  ])("comes to an end with broken and hostile text", (text) => {
    const usedBefore = process.cpuUsage()

    evaluateConfig(text, "default")

    expect(process.cpuUsage(usedBefore).user / 1_000).toBeLessThan(3_000)
    expect(Reflect.get({}, "polluted")).toBeUndefined()
  })
})
