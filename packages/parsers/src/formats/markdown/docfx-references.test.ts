import { expect, it } from "vitest"
import { nameReferences } from "./docfx-references.ts"

it.each([
  ["<xref:Fish.Pond.Koi>", "`Koi`"],
  ["<xref:Fish.Pond.Feed(System.Int32)>", "`Feed`"],
  ["<xref:Fish.Pond.Feed%2A?displayProperty=nameWithType>", "`Pond.Feed`"],
  ["<xref:Fish.Pond%601>", "`Pond`"],
  ["<xref:Fish.Pond?displayProperty=fullName>", "`Fish.Pond`"],
  ["<xref:start>", "start"],
  ["`<xref:Fish.Pond>`", "`<xref:Fish.Pond>`"],
])("shows the reference %s of DocFX as %s", (written, shown) => {
  expect(nameReferences(`See ${written}, please.`)).toBe(`See ${shown}, please.`)
})
