import { expect, it } from "vitest"
import { isUrl } from "./is-url.ts"

it("tells a URL from other text, also after many calls", () => {
  for (let call = 0; call < 20_000; call++) isUrl(`https://example.com/${call % 7}`)

  expect(["https://bücher.example/", "https://example.com/über", "mailto:koi@example.com"].filter(isUrl)).toHaveLength(
    3,
  )
  expect(["", "bücher", "/über", "https://", "https://a b/"].filter(isUrl)).toEqual([])
})
