import { describe, expect, it } from "vitest"
import { directiveKindOf, isHiddenDirective, versionNoteOf } from "./directive-kinds.ts"

describe("directiveKindOf", () => {
  it.each([
    ["note", "admonition"],
    ["py:function", "object"],
    ["rst:role", "object"],
    ["py:autoclass", "object"],
    ["automodule", "object"],
    ["py:currentmodule", "hidden"],
    ["py:module", "module"],
    ["cssclass", "wrapper"],
    ["grid-item-card", "unknown"],
    ["constructor", "unknown"],
  ])("takes %s for %s", (name, kind) => {
    expect(directiveKindOf(name)).toBe(kind)
  })

  it("hides what sets a context", () => {
    expect(isHiddenDirective("toctree")).toBe(true)
    expect(versionNoteOf("constructor")).toBeUndefined()
  })
})
