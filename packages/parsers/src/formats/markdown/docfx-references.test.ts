import { expect, it } from "vitest"
import { NO_TARGETS } from "../restructured-text/blocks/inline.ts"
import { nameReferences } from "./docfx-references.ts"

it.each([
  ["<xref:Fish.Pond.Koi>", "`Koi`"],
  ["<xref:Fish.Pond.Feed(System.Int32)>", "`Feed`"],
  ["<xref:Fish.Pond.Feed%2A?displayProperty=nameWithType>", "`Pond.Feed`"],
  ["<xref:Fish.Pond%601>", "`Pond`"],
  ["<xref:Fish.Pond?displayProperty=fullName>", "`Fish.Pond`"],
  ["<xref:start>", "start"],
  ["[](xref:Fish.Pond.Koi)", "`Koi`"],
  ["[](xref:start)", "start"],
  ["@fish.pond", "@fish.pond"],
  ["`<xref:Fish.Pond>`", "`<xref:Fish.Pond>`"],
])("shows the reference %s of DocFX as %s", (written, shown) => {
  expect(nameReferences(`See ${written}, please.`, NO_TARGETS)).toBe(`See ${shown}, please.`)
})

it.each(["<xref:fish.Pond>", "[](xref:fish.pond)", "@fish.pond"])("shows the title of the page for %s", (written) => {
  const targets = { titleOfLabel: (label: string) => (label === "xref:fish.pond" ? "The pond" : undefined) }

  expect(nameReferences(`See ${written}.`, targets)).toBe("See The pond.")
  expect(nameReferences(`See koi${written} and \`${written}\`.`, targets)).toContain(`and \`${written}\`.`)
})
