import { describe, expect, it } from "vitest"
import { detectFormat } from "./detect-format.ts"

const none = new Uint8Array()
const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))

describe("detectFormat", () => {
  it.each([
    ["docs/a.md", "markdown"],
    ["A.MARKDOWN", "markdown"],
    ["a.mkd", "markdown"],
    ["a.mkdn", "markdown"],
    ["a.Rmd", "markdown"],
    ["a.qmd", "markdown"],
    ["a.mdx", "mdx"],
    ["a.rst", "restructured-text"],
    ["a.ipynb", "notebook"],
    ["a.txt", "plain-text"],
    ["llms.txt", "markdown"],
    ["llms-full.txt", "markdown"],
    ["README", "markdown"],
    ["a.py", undefined],
    ["LICENSE", undefined],
    [".md", undefined],
    ["md", undefined],
    ["a.constructor", undefined],
  ])("takes %s for %s", (path, format) => {
    expect(detectFormat(path, none)).toBe(format)
  })

  it("takes topics of Writerside, and no other files with their extension", () => {
    expect(detectFormat("topics/koi.topic", bytes('<?xml version="1.0"?>\n<topic id="koi" title="Koi">'))).toBe(
      "markdown",
    )
    expect(detectFormat("queues/koi.topic", bytes("partitions=3\n"))).toBeUndefined()
  })

  it("takes help pages of R, and no data with their extension", () => {
    expect(detectFormat("man/koi.Rd", bytes("% Generated\n\\name{koi}\n"))).toBe("r-documentation")
    expect(detectFormat("data/koi.rd", bytes("RDX3\n"))).toBeUndefined()
  })

  it("takes text with directives and roles for reStructuredText", () => {
    const text = "======\nTitle\n======\n\n.. contents::\n\nSee :ref:`other` and ``code``.\n"

    expect(detectFormat("ref/settings.txt", bytes(text))).toBe("restructured-text")
    expect(detectFormat("README", bytes(text))).toBe("restructured-text")
  })

  it("takes no records of data and no templates of mails for documentation", () => {
    const records = `# UnicodeData\n${"0041;LATIN CAPITAL LETTER A;Lu;0;L;;;;;N\n".repeat(30)}`
    const mail = '{% load koi %}{% trans "Your koi is here." %}\n'
    const notes = "\tfeed the koi, then wait; it eats slowly.\n".repeat(30)

    expect(detectFormat("data/unicode.txt", bytes(records))).toBeUndefined()
    expect(detectFormat("data/fish.txt", bytes("koi\t12\tpond\n".repeat(30)))).toBeUndefined()
    expect(detectFormat("app/templates/mail.txt", bytes(mail))).toBeUndefined()
    expect(detectFormat("docs/mail.txt", bytes(mail))).toBe("plain-text")
    expect(detectFormat("docs/notes.txt", bytes(notes))).toBe("plain-text")
    expect(detectFormat("docs/few.txt", bytes("koi;2\ntench;3\n"))).toBe("plain-text")
  })

  it("takes a log with colons and underlines for plain text", () => {
    expect(detectFormat("notes.txt", bytes("Notes\n=====\n\nDone: this, that.\n"))).toBe("plain-text")
  })

  it("takes the text of a page without its frame for HTML, and no templates of components", () => {
    const text = `<!-- Licence -->\n<h3>Feeding</h3>\n${"<p>Koi eat pellets.</p>\n".repeat(5)}`
    const script = `<script type="text/x-handlebars-template">\n${text}<a href="/{{version}}/koi">Koi</a>\n</script>`

    expect(detectFormat("docs/koi.html", bytes(text))).toBe("html")
    expect(detectFormat("docs/koi.html", bytes(script))).toBe("html")
    expect(detectFormat("docs/koi.html", bytes("<h3>Koi</h3><p>Red</p>"))).toBeUndefined()
    expect(detectFormat("docs/koi.html", bytes(`${text}<p>{{ koi.name }}</p>`))).toBeUndefined()
    expect(detectFormat("docs/koi.html", bytes(`${text}<li *ngFor="let koi of pond">Koi</li>`))).toBeUndefined()
    expect(detectFormat("docs/koi.html", bytes(`${text}<button (click)="feed()">Feed</button>`))).toBeUndefined()
  })
})
