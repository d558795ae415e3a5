import { describe, expect, it } from "vitest"
import { BlockWriter } from "../block-writer.ts"
import type { Block } from "../document.ts"
import { openAdmonition } from "./admonition.ts"
import { componentText } from "./component-text.ts"
import { beginApiEntry, memberList, nameOfSignatures } from "./api-entry.ts"
import { belongsToSentence, openDefinition, openDefinitionList } from "./definition.ts"
import { openLabel, writeLabel } from "./label.ts"

const LINES = { start: 1, end: 1 }

function written(write: (writer: BlockWriter) => void): readonly Block[] {
  const writer = new BlockWriter(10)
  write(writer)
  return writer.finish().document.blocks
}

describe("componentText", () => {
  it("takes a default for the value of a property, and not for the tab that is open first", () => {
    expect(componentText("TabItem", { label: "Koi", default: "true" })).toEqual({ label: "Koi" })
    expect(componentText("ApiField", { default: "true" })).toEqual({ text: "default: `true`" })
    expect(componentText("Row", { default: "4" })).toEqual({ text: "default: `4`" })
  })
})

describe("componentText of bold words", () => {
  it("shows the bold words with which the text of a component begins", () => {
    expect(componentText("Lead", { bold: "Deep ponds.", href: "/deep" })).toEqual({ text: "**Deep ponds.**" })
    expect(componentText("Text", { bold: "true" })).toEqual({})
    expect(componentText("Text", { bold: "semi-bold" })).toEqual({})
  })
})

describe("componentText of films and listings", () => {
  it("shows no titles of films, whatever the component is called", () => {
    expect(
      componentText("SchoolLink", { href: "https://vueschool.io/lessons/koi", title: "Learn to feed koi" }),
    ).toEqual({})
    expect(componentText("SchoolLink", { href: "<https://vueschool.io/koi>", title: "Learn to feed koi" })).toEqual({})
    expect(componentText("Card", { href: "https://koi.example/feed", title: "Feed koi" })).toEqual({
      label: "Feed koi",
    })
  })

  it("shows the number and the file of a listing, to which the text refers", () => {
    const listing = { number: "4-2", "file-name": "src/pond.rs", caption: "Feeding `koi`" }

    expect(componentText("Listing", listing)).toEqual({ label: "Listing 4-2 (src/pond.rs): Feeding `koi`" })
    expect(componentText("listing", { number: "7" })).toEqual({ label: "Listing 7" })
    expect(componentText("Listing", { "file-name": "src/pond.rs" })).toEqual({ label: "src/pond.rs" })
  })
})

describe("componentText of commands", () => {
  it("adds the tool that a component runs to its command", () => {
    const command = (name: string, text: string) => componentText(name, { command: text }).command

    expect(command("PackageManagerKoiCommand", "feed --write")).toBe("koi feed --write")
    expect(command("PackageManagerKoiCommand", "koi feed")).toBe("koi feed")
    expect(command("InstallCommand", "npm i koi")).toBe("npm i koi")
  })
})

describe("openAdmonition", () => {
  it.each([
    ["warning", "Hot water", "**Warning: Hot water**"],
    ["hint", undefined, "**Tip**"],
    ["seealso", undefined, "**See also**"],
    ["admonition", "Brewing", "**Brewing**"],
    ["topic", undefined, "**Note**"],
  ])("titles a box of the kind %s", (kind, title, markdown) => {
    const blocks = written((writer) => {
      openAdmonition(writer, { kind, title, line: 1 })
      writer.paragraph("text", LINES)
      writer.close()
    })

    expect(blocks).toMatchObject([{ markdown: `${markdown}\n\ntext`, role: "admonition" }])
  })

  it("keeps an empty box only for the sake of its own title", () => {
    const blocks = written((writer) => {
      openAdmonition(writer, { kind: "note", line: 1 })
      writer.close()
      openAdmonition(writer, { kind: "note", title: "Water", line: 2 })
      writer.close()
    })

    expect(blocks).toMatchObject([{ markdown: "**Note: Water**" }])
  })
})

describe("openDefinition", () => {
  const term = { name: "gap", term: "`gap`", lines: LINES, isEntry: true }

  it("opens an entry at the level of the page, and a list item in a list", () => {
    const blocks = written((writer) => {
      const close = openDefinition(writer, term)
      writer.paragraph("Space.", LINES)
      close()
      writer.openList()
      writer.openItem("-")
      openDefinition(writer, term)()
    })

    expect(blocks).toMatchObject([
      { kind: "heading", text: "gap", isEntry: true },
      { kind: "prose", markdown: "Space." },
      { kind: "prose", role: "list" },
    ])
  })
})

describe("openDefinitionList", () => {
  it("makes a short list one block, and a long one a block for each definition", () => {
    const listOf = (size: number) =>
      written((writer) => {
        const closeList = openDefinitionList(writer, size)
        for (const name of ["lake", "pond"]) {
          const close = openDefinition(writer, { name, term: name, lines: LINES, isEntry: false })
          writer.paragraph("Water.", LINES)
          close()
        }
        closeList()
      })

    expect(listOf(12)).toMatchObject([{ role: "list", markdown: "- **lake**\n  Water.\n- **pond**\n  Water." }])
    expect(listOf(1_200)).toHaveLength(2)
  })
})

describe("belongsToSentence", () => {
  it("is true for a short list directly after a sentence that introduces it", () => {
    const after = (text: string, size: number) => {
      const writer = new BlockWriter(10)
      if (text !== "") writer.paragraph(text, LINES)
      return belongsToSentence(writer, size)
    }

    expect([after("Two variables help:", 200), after("Two variables help:", 2_000)]).toEqual([true, false])
    expect([after("Two variables help.", 200), after("", 200)]).toEqual([false, false])
  })
})

describe("nameOfSignatures", () => {
  it("shows short signatures in the heading and long ones as code", () => {
    const long = `brew(${"water, ".repeat(20)}tea)`

    expect(nameOfSignatures(["brew(tea)", "brew()"])).toEqual({ name: "brew(tea), brew()", signatures: [] })
    expect(nameOfSignatures([long])).toEqual({ name: "brew()", signatures: [long] })
    expect(
      written((writer) => beginApiEntry(writer, { ...nameOfSignatures([long]), lines: LINES, language: "python" })),
    ).toMatchObject([{ text: "brew()" }, { kind: "code", language: "python", code: long }])
  })

  it("lists members", () => {
    expect(memberList("brew, pour")).toBe("Members: `brew`, `pour`")
    expect(memberList(" ")).toBe("")
  })
})

describe("writeLabel and tables", () => {
  it("sets a label in bold once, and leaves out an empty one", () => {
    const blocks = written((writer) => {
      writeLabel(writer, "**npm** install", LINES)
      writeLabel(writer, " ", LINES)
    })

    expect(blocks).toMatchObject([{ markdown: "**npm install**" }])
  })

  it("keeps bars and line breaks from ending a cell", () => {
    const blocks = written((writer) => writer.table(["a"], [["x | y\nz \\| w"]], LINES))

    expect(blocks).toMatchObject([{ header: ["a"], rows: [["x \\| y z \\| w"]] }])
  })
})

describe("openLabel", () => {
  it("shows the label of a tab above its content, and none for a tab without content", () => {
    const blocks = written((writer) => {
      openLabel(writer, "Picture", LINES)()
      const close = openLabel(writer, "pond.py", LINES)
      writer.code("python", "koi()", LINES)
      close()
    })

    expect(blocks.map((block) => (block.kind === "prose" ? block.markdown : block.kind))).toEqual([
      "**pond.py**",
      "code",
    ])
  })

  it("shows the title of code instead of the same label", () => {
    const blocks = written((writer) => {
      const close = openLabel(writer, "`pond.py`", LINES)
      writer.code("python", "koi()", LINES, "pond.py")
      close()
    })

    expect(blocks.map((block) => block.kind)).toEqual(["code"])
  })

  it("shows the label above a list, not inside its first item", () => {
    const blocks = written((writer) => {
      const close = openLabel(writer, "Koi", LINES)
      writer.openList()
      writer.openItem("-")
      writer.paragraph("Swims", LINES)
      writer.close()
      writer.close()
      close()
    })

    expect(blocks.map((block) => (block.kind === "prose" ? block.markdown : block.kind))).toEqual([
      "**Koi**",
      "- Swims",
    ])
  })
})
