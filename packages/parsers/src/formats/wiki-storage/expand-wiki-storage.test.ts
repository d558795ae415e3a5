import { describe, expect, it } from "vitest"
import { expandIncludes } from "../../generators/expand-includes.ts"
import type { IncludedFile } from "../../generators/includes/include-context.ts"

const include = (title: string, more = "") =>
  `<ac:structured-macro ac:name="include"><ac:parameter ac:name=""><ac:link><ri:page ri:content-title="${title}" ${more}/></ac:link></ac:parameter></ac:structured-macro>`
const excerptInclude = (title: string, name?: string) =>
  `<ac:structured-macro ac:name="excerpt-include">${name === undefined ? "" : `<ac:parameter ac:name="name">${name}</ac:parameter>`}<ac:parameter ac:name=""><ac:link><ri:page ri:content-title="${title}" /></ac:link></ac:parameter></ac:structured-macro>`
const excerpt = (text: string, name = "") =>
  `<ac:structured-macro ac:name="excerpt"><ac:parameter ac:name="name">${name}</ac:parameter><ac:rich-text-body>${text}</ac:rich-text-body></ac:structured-macro>`
const page = (title: string, body: string) => `<wiki-page title="${title}">\n${body}\n</wiki-page>`

function expand(pages: Readonly<Record<string, string>>, of: string) {
  const read = (path: string): IncludedFile | undefined => {
    const body = pages[path]
    return body === undefined ? undefined : { text: page(path, body) }
  }
  return expandIncludes({ format: "wiki-storage", text: page(of, pages[of] ?? ""), path: of }, read)!
}

describe("includes of a wiki", () => {
  it("put in a whole page without its envelope, and say which line it comes from", () => {
    const expanded = expand(
      { A: `<p>one</p>\n${include("B &amp; C")}\n<p>two</p>`, "B & C": "<p>b1</p>\n<p>b2</p>" },
      "A",
    )

    expect(expanded.text).toBe(page("A", "<p>one</p>\n<p>b1</p>\n<p>b2</p>\n<p>two</p>"))
    expect(expanded.origins).toEqual([1, 2, 3, 3, 4, 5])
    expect(expanded.problems).toEqual([])
  })

  it("put in the first excerpt, or the one with the name, macros inside of it included", () => {
    const box = `<ac:structured-macro ac:name="info"><ac:rich-text-body><p>x</p></ac:rich-text-body></ac:structured-macro>`
    const pages = { B: `<p>no</p>${excerpt(`<p>1</p>${box}`)}${excerpt("<p>2</p>", "second")}` }

    expect(expand({ ...pages, A: excerptInclude("B") }, "A").text).toBe(page("A", `<p>1</p>${box}`))
    expect(expand({ ...pages, A: excerptInclude("B", "second") }, "A").text).toBe(page("A", "<p>2</p>"))
    expect(expand({ ...pages, A: excerptInclude("B", "third") }, "A").problems[0]?.message).toContain("no such excerpt")
  })

  it("follow pages that include others and refuse circles", () => {
    const expanded = expand({ A: `<p>a</p>${include("B")}`, B: `<p>b</p>${include("A")}` }, "A")

    expect(expanded.text).toBe(page("A", "<p>a</p><p>b</p>"))
    expect(expanded.problems).toEqual([{ message: "A could not be included: it includes itself", line: 2 }])
  })

  it("name the space of a page that lies in another one", () => {
    const expanded = expand({ A: include("Limits", 'ri:space-key="OPS" '), Limits: "<p>wrong</p>" }, "A")

    expect(expanded.text).toBe(page("A", ""))
    expect(expanded.problems).toEqual([
      { message: "OPS:Limits could not be included: the file does not exist", line: 2 },
    ])
  })

  it("leave macros that code quotes as they are", () => {
    const code = `<ac:structured-macro ac:name="code"><ac:plain-text-body><![CDATA[${include("B")}]]></ac:plain-text-body></ac:structured-macro>`

    expect(expand({ A: code, B: "<p>b</p>" }, "A").text).toBe(page("A", code))
  })

  it("end with hostile input", () => {
    for (const text of [
      "<ac:structured-macro ".repeat(20_000),
      "<![CDATA[".repeat(50_000),
      include("A").repeat(3_000),
    ]) {
      expect(() => expand({ A: `${text}ac:name="include"` }, "A")).not.toThrow()
    }
  })
})
