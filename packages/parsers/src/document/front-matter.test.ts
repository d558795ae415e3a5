import { expect, it } from "vitest"
import { parseFile } from "../parse-file.ts"

function descriptionOf(frontMatter: string): string | undefined {
  const text = `---\n${frontMatter}\n---\n\n# Koi\n`
  return parseFile({ format: "markdown", text, path: "index.md" }).document.description
}

it("takes what a home page shows at the top for its description, unless it has one", () => {
  const hero = "hero:\n  name: Koi\n  text: A router for ponds.\n  tagline: Fast and deep"

  expect(descriptionOf(`layout: home\n${hero}`)).toBe("A router for ponds. Fast and deep")
  expect(descriptionOf(`description: Ponds\n${hero}`)).toBe("Ponds")
  expect(descriptionOf("hero:\n  - koi")).toBeUndefined()
})

it("reads character references as a site shows them", () => {
  const text = '---\ntitle: "Koi &rarr; pond"\ndescription: Koi &amp; carp, R&D\n---\n\nKoi swim.\n'

  expect(parseFile({ format: "markdown", text, path: "index.md" }).document).toMatchObject({
    title: "Koi → pond",
    description: "Koi & carp, R&D",
  })
})
