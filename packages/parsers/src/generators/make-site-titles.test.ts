import { describe, expect, it } from "vitest"
import { parseFile } from "../parse-file.ts"
import { readSitePage } from "./read-site-page.ts"
import { makeSiteTitles } from "./make-site-titles.ts"

const SECURITY = "Security\n========\n\n.. _xss:\n\nCross-Site Scripting (XSS)\n--------------------------\n\nText.\n"
const titles = makeSiteTitles([
  readSitePage("restructured-text", SECURITY, "docs/web/security.rst"),
  readSitePage("restructured-text", "Views of ``classes``\n====================\n", "docs/views.rst"),
])

function proseOf(text: string, path = "docs/web/templates.rst"): string {
  const { document } = parseFile({ format: "restructured-text", text, path }, titles)
  return document.blocks.map((block) => (block.kind === "prose" ? block.markdown : "")).join("\n")
}

describe("titles of other pages", () => {
  it("are shown where a page refers to them", () => {
    expect(proseOf("See :ref:`xss`, :doc:`security` and :doc:`/views` and :doc:`../views`.")).toBe(
      "See Cross-Site Scripting (XSS), Security and Views of classes and Views of classes.",
    )
  })

  it("are shown without markup, also from below a line and with an indented title", () => {
    const files = ".. _files:\n\n==================\n Fish and CSV_ now\n==================\n\nFirst\n=====\n"
    const site = makeSiteTitles([readSitePage("restructured-text", files, "files.rst")])

    expect(site.ofPage("files", "index.rst")).toBe("Fish and CSV now")
    expect(site.ofLabel("files")).toBe("Fish and CSV now")
  })

  it("give way to what the reference itself says, and to labels of the page", () => {
    expect(
      proseOf("T\n=\n\n.. _xss:\n\nOwn\n---\n\nSee :ref:`xss`, :ref:`this <xss>`, :ref:`gone`, :doc:`a/gone`."),
    ).toContain("See Own, this, gone, gone.")
  })
})

it("knows labels of text that pages include, if no page has them", () => {
  const page = readSitePage("restructured-text", ".. _koi:\n\nKoi\n===\n", "koi.rst")
  const included = new Map([
    ["koi", "Other"],
    ["deep", "Deep Water"],
  ])

  const site = makeSiteTitles([page], included)

  expect([site.ofLabel("koi"), site.ofLabel("Deep")]).toEqual(["Koi", "Deep Water"])
})

it("knows pages of DocFX by their uid", () => {
  const site = makeSiteTitles([
    readSitePage("markdown", "---\nuid: fish.Pond\n---\n\n## The pond\n", "pond.md"),
    readSitePage("markdown", "---\nuid: fish.koi\ntitle: Koi\n---\n\n# All koi\n", "koi.md"),
  ])
  const text = "Like [](xref:fish.koi):\n\n- @fish.Pond\n- @carp\n"
  const { document } = parseFile({ format: "markdown", text, path: "a.md" }, site)

  expect(document.blocks).toMatchObject([{ markdown: "Like Koi:" }, { markdown: "- The pond\n- @carp" }])
})
