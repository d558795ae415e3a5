import { describe, expect, it } from "vitest"
import { createHeadingSlugs } from "./heading-slugs.ts"

describe("identifiers of headings", () => {
  it("are those of GitHub", () => {
    const slugOf = createHeadingSlugs()

    expect(
      ["Set up: an agent", "LECTERN_HOST", "What's new?", "Größe & Maß", "What's new?"].map((text) => slugOf(text)),
    ).toEqual(["set-up-an-agent", "lectern_host", "whats-new", "größe--maß", "whats-new-1"])
  })
})
