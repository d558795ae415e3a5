import { describe, expect, it } from "vitest"
import { resolveTargets } from "./resolve-targets.ts"

const file = { url: "https://github.com/otter/docs/blob/0a1b/guide/food.md", lineAnchor: "github" } as const

describe("relative targets of links", () => {
  it("are completed with the address of the page", () => {
    const page = { url: "https://otter.example/guide/", lineAnchor: "heading" } as const

    expect(resolveTargets("see [here](food#fish) and [there](/map)", page)).toBe(
      "see [here](https://otter.example/guide/food#fish) and [there](https://otter.example/map)",
    )
    expect(resolveTargets("see [here](../map.md#a)", file)).toBe(
      "see [here](https://github.com/otter/docs/blob/0a1b/map.md#a)",
    )
  })

  it("stay as they are where a repository does not name the site", () => {
    const text = "see [here](/map), [here](./holt) and [here](https://a.example/b)"

    expect(resolveTargets(text, file)).toBe(text)
    expect(resolveTargets("[here](a.md)", { url: "upload://docs/otter/b.md" })).toBe("[here](a.md)")
  })

  it("stay as they are where the address of the page is not that of a site", () => {
    const text = "see [here](/docs/map) and [here](map)"

    expect(resolveTargets(text, { url: "https://github.com/otter/docs/blob/main/food.md" })).toBe(text)
    expect(resolveTargets("[here](map.md)", { url: "https://git.example/otter.git#docs/food.md" })).toBe(
      "[here](map.md)",
    )
    expect(resolveTargets("[here](/map)", { url: "https://otter.example/food.md" })).toBe(
      "[here](https://otter.example/map)",
    )
  })

  it("stay as they are in code", () => {
    const text = "write `[here](a.md)` or ``[`here`](a.md)``"

    expect(resolveTargets(text, file)).toBe(text)
  })
})
