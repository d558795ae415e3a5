import { describe, expect, it } from "vitest"

import { isNamedPlatform, platformLabelOf, platformsNamedIn } from "./platform-labels.ts"

describe("platformLabelOf", () => {
  it.each([
    "Next.js",
    "Next.js (App Router)",
    "Next.js Pages Router",
    "Vue 3",
    "npm",
    "React / Preact",
    "iOS and Android",
  ])("finds %s", (label) => expect(platformLabelOf(`**${label}**\n\nText`)).toBe(label))

  it.each([
    "**Request**\n\nText",
    "**React hooks**\n\nText",
    "**Next.js** is a framework.",
    "Text\n\n**Next.js**\n\nText",
    "**Important**\n\nText",
  ])("finds no label in %j", (content) => expect(platformLabelOf(content)).toBeUndefined())

  it("finds the label after the mark of a cut", () => {
    expect(platformLabelOf("[…]\n\n**pnpm**\n\nText")).toBe("pnpm")
  })
})

describe("platformsNamedIn", () => {
  it("finds names of several words, and other forms of a name", () => {
    const named = platformsNamedIn(["How do I use NextJS with GitHub Actions?", "Vue.js"])

    expect([...named].toSorted()).toEqual(["github", "github actions", "next", "vue"])
    expect(isNamedPlatform("Next.js (App Router)", named)).toBe(true)
    expect(isNamedPlatform("Vue, Nuxt", named)).toBe(true)
    expect(isNamedPlatform("Astro", named)).toBe(false)
  })
})
