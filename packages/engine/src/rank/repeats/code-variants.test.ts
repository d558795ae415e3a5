import { describe, expect, it } from "vitest"

import type { Block } from "@lectern/parsers"
import { openTestIndex } from "../../index/index.testing.ts"
import { cutPage } from "../../snippets/cut-page.ts"
import { answerQuestion, type Question } from "../answer-question.ts"
import { renderContextText } from "../render.ts"

const lines = { start: 1, end: 1 }
const prose = (markdown: string): Block => ({ kind: "prose", markdown, role: "paragraph", lines })
const code = (language: string, text: string): Block => ({ kind: "code", language, code: text, lines })
const NAMES = "perch,nest,beak,wing,feather,claw,tail,seal,letter,saddlebag,tower,mews,hood,bell,glove,lure".split(",")
const eachName = (write: (name: string) => string) => NAMES.map(write).join("\n")

const JAVA = `@Bean\npublic RavenFactory ravens() {\n${eachName((name) => `\tfactory.set("${name}", new ${name}Of(raven));`)}\n}`
const KOTLIN = `@Bean\nfun ravens() = RavenFactory {\n${eachName((name) => `\tval raven = ${name}Of("${name}").also(::set)`)}\n}`
const YAML = `# config/packages/ravens.yaml\nravens:\n${eachName((name) => `  - name: ${name}\n    size: 1`)}`
const XML = `<!-- config/packages/ravens.xml -->\n<container>\n${eachName((name) => `  <raven:part called="${name}" />`)}\n</container>`
const OTHER = Array.from({ length: 16 }, (_, at) => `owls[${at}].hoot(night.at(${at}), moon.of(${at}))`).join("\n")

/** Returns the languages of the code in the answer of a library that has one section with these blocks. */
function languagesShown(query: string, blocks: readonly Block[], more: Partial<Question> = {}): readonly string[] {
  const heading: Block = { kind: "heading", level: 1, text: "Ravens", lines }
  const other: Block[] = [{ kind: "heading", level: 1, text: "Owls", lines }, prose("Owls sleep all day.")]
  const url = "https://docs.example/ravens"
  const page = cutPage({ path: "ravens.md", url }, { title: "Birds", blocks: [heading, ...blocks, ...other] })
  return answerQuestion(openTestIndex([page]), { query, tokens: 5_000, ...more })
    .blocks.flatMap(({ snippets }) => snippets)
    .flatMap(({ content }) => [...content.matchAll(/^`{3}(\w+)$/gm)].map((match) => match[1] ?? ""))
}

const ravens = [prose("Ravens come from a factory:"), code("java", JAVA), code("kotlin", KOTLIN)]

describe("code in several languages", () => {
  it.each(["auto", "full"] as const)("is shown in the first one, %s", (length) => {
    expect(languagesShown("raven factory", ravens, { length })).toEqual(["java"])
  })

  it("is shown in the language that the question names", () => {
    expect(languagesShown("raven factory as a Kotlin fun with val", ravens)).toContain("kotlin")
  })

  it("is shown in the language that the caller prefers", () => {
    expect(languagesShown("raven factory", ravens, { language: "kotlin" })).toContain("kotlin")
  })

  it("is shown once for formats of one file", () => {
    expect(languagesShown("perch of ravens", [prose("Set the perch:"), code("yaml", YAML), code("xml", XML)])).toEqual([
      "yaml",
    ])
  })
})

it("shows short code once, without a mark where its variants are left out, also at the end of the section", () => {
  const short = (language: string, name: string) =>
    code(
      language,
      NAMES.slice(0, 5)
        .map((part) => `${name}.${part}(flakes)`)
        .join("\n"),
    )
  const blocks = [
    prose("Feed ravens like this:"),
    short("java", "raven"),
    short("kotlin", "raven"),
    prose("This feeds them. Feed young ravens like this:"),
    short("java", "chick"),
    short("kotlin", "chick"),
  ]
  const page = cutPage(
    { path: "ravens.md", url: "https://docs.example/ravens" },
    { title: "Birds", blocks: [{ kind: "heading", level: 1, text: "Ravens", lines }, ...blocks] },
  )
  const answer = answerQuestion(openTestIndex([page]), {
    query: "feed ravens",
    tokens: 5_000,
    length: "auto",
  })
  const text = renderContextText(answer, [])

  expect([...text.matchAll(/^`{3}(\w+)$/gm)].map(([, language]) => language)).toEqual(["java", "java"])
  expect(text).toContain("Feed young ravens")
  expect(text).not.toContain("[…]")
})

it("shows code once even if a third language needs other words", () => {
  expect(languagesShown("ravens", [prose("Ravens carry posts:"), ...ravens, code("swift", OTHER)])).toEqual(["java"])
})

it.each<[string, readonly Block[], readonly string[]]>([
  ["two examples in one language", [code("java", JAVA), code("java", KOTLIN)], ["java", "java"]],
  ["a page and its script", [code("html", XML), code("js", KOTLIN)], ["html", "js"]],
  ["code about something else", [code("java", JAVA), code("kotlin", OTHER)], ["java", "kotlin"]],
  ["code with text between", [code("java", JAVA), prose("In Kotlin:"), code("kotlin", KOTLIN)], ["java", "kotlin"]],
])("shows %s", (_, blocks, expected) => {
  expect(languagesShown("ravens", [prose("Ravens carry posts:"), ...blocks]).toSorted()).toEqual(expected)
})
