import { expect, it } from "vitest"
import { readmeOfSite } from "./readme-of-site.ts"

const NOTHING = { siteName: "", title: "", description: "", generator: "" }

it.each([
  [{ siteName: "Otter", title: "Start" }, "Otter"],
  [{ title: "Introduction | Otter Docs" }, "Otter Docs"],
  [{ title: "Otter" }, "Otter"],
  [{ title: "Otter: Quick start", generator: "Doxygen 1.9.4" }, "Otter"],
  [{ title: "Otter: Quick start" }, "Otter: Quick start"],
  [{}, "otter.example"],
])("names the site of %j", (metadata, name) => {
  expect(readmeOfSite({ ...NOTHING, ...metadata }, "otter.example")).toBe(`# ${name}\n\n\n`)
})

it("describes the site, but not with what Javadoc says about each page", () => {
  const described = { ...NOTHING, title: "Otter", description: "declaration: package: otter" }

  expect(readmeOfSite(described, "otter.example")).toContain("declaration")
  expect(readmeOfSite({ ...described, generator: "javadoc/PackageWriter" }, "otter.example")).toBe("# Otter\n\n\n")
  expect(readmeOfSite(undefined, "otter.example")).toBe("# otter.example\n")
})
