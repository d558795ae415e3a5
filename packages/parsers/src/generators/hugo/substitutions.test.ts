import { describe, expect, it } from "vitest"
import { expandIncludes } from "../expand-includes.ts"

const read = (files: Readonly<Record<string, string>>) => (path: string) => {
  const text = files[path]
  return text === undefined ? undefined : { text }
}

function shown(text: string, files: Readonly<Record<string, string>> = {}, path = "site/content/en/docs/tank.md") {
  const page = expandIncludes({ format: "markdown", text, path }, read(files))
  return { text: page?.text ?? text, problems: page?.problems ?? [] }
}

const SITE = `
defaultContentLanguage = "en"
[params]
version = "v3.2"
[params.tank]
volume = 40
open = true
[languages.de.params]
version = "v3.1"
`

describe("values that pages of Hugo show", () => {
  it("are those of the configuration of the site, in sentences and in code", () => {
    const text =
      'Pump {{< param "version" >}} holds {{% param tank.volume %}}, open: {{< param Tank.Open />}}.\n\n```sh\npump-{{< param version >}}.tgz\n```'

    expect(shown(text, { "site/hugo.toml": SITE }).text).toBe(
      "Pump v3.2 holds 40, open: true.\n\n```sh\npump-v3.2.tgz\n```",
    )
  })

  it.each([
    ["---\nversion: v9\n---", ""],
    ["---\nparams:\n  version: v9\n---", ""],
    ['+++\n[params]\nversion = "v9"\n+++', ""],
  ])("are those of the page before those of the site: %j", (front) => {
    const { text } = shown(`${front}\nRun {{< param version >}}.`, { "site/hugo.toml": SITE })

    expect(text).toBe(`${front}\nRun v9.`)
  })

  it.each([
    ["site/config.yaml", "params:\n  version: v5\n"],
    ["site/hugo.json", '{"params": {"Version": "v5"}}'],
    ["site/config/_default/params.toml", 'version = "v5"'],
    ["site/config/_default/hugo.yml", "params: {version: v5}"],
    ["hugo.toml", '[params]\nversion = "v5"'],
  ])("are found in %s", (path, config) => {
    expect(shown("Run {{< param version >}}.", { [path]: config }).text).toBe("Run v5.")
  })

  it("are those of the language of the page", () => {
    const german = shown("{{< param version >}}", { "site/hugo.toml": SITE }, "site/content/de/tank.md")
    const file = { "site/hugo.toml": "", "site/config/_default/languages.toml": '[en.params]\nversion = "v6"' }

    expect([german.text, shown("{{< param version >}}", file).text]).toEqual(["v3.1", "v6"])
  })

  it.each([
    ["Run {{< param full-version >}} now.", "Run full version now."],
    ['See {{% param "tank.lid_color" %}}.', "See lid color."],
    ["```\npump-{{< param version >}}.tgz\n```", "```\npump-<version>.tgz\n```"],
  ])("are their names where nobody defines them: %j", (text, readable) => {
    expect(shown(text, { "site/hugo.toml": "not [ toml" })).toEqual({ text: readable, problems: [] })
  })

  it.each(["{{</* param version */>}}", "{{< params version >}}", "{{< param >}}"])("leaves %s alone", (text) => {
    expect(shown(`${text} {{< param version >}}`, { "site/hugo.toml": SITE }).text).toBe(`${text} v3.2`)
  })

  it("never puts in lists, and puts a text of several lines into one", () => {
    const files = { "site/hugo.yaml": "params:\n  list: [a, b]\n  words: |\n    one\n    two\n" }

    expect(shown("{{< param list >}}: {{< param words >}}", files).text).toBe("list: one two ")
  })
})
