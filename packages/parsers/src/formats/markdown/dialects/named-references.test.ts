import { expect, it } from "vitest"
import { convertNamedReferences } from "./named-references.ts"

it.each([
  ["Use @[`feed`][pond.feed] and @[the pond][Pond].", "Use `feed` and the pond."],
  ["(@[Otter]) or **@[`swim`]**", "(Otter) or **`swim`**"],
  ["koi@[pond] `@[koi][koi]` @[youtube](id) @[a b]", "koi@[pond] `@[koi][koi]` @[youtube](id) @[a b]"],
  ["```\n@[koi][koi]\n```\n@[koi][koi]", "```\n@[koi][koi]\n```\nkoi"],
])("converts %j", (text, shown) => {
  expect(convertNamedReferences(text)).toBe(shown)
})
