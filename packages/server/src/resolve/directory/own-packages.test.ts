import { describe, expect, it } from "vitest"
import { ownPackages } from "./own-packages.ts"

const used = (name: string, pages: number, installShare = 0, importShare = 0) => ({
  name,
  pages,
  installShare,
  importShare,
})

describe("ownPackages", () => {
  it("takes packages that contain the library's name, or else the one that most pages use", () => {
    const packages = [
      used("raftlib", 9, 0.2, 0.8),
      used("@otter/knots", 2, 0.1),
      used("zod", 3, 0.3),
      used("react", 1, 0.1),
    ]

    expect(ownPackages(packages, { id: "/otter/handbook", title: "Handbook" })).toEqual(["@otter/knots"])
    expect(ownPackages(packages, { id: "/acme/handbook", title: "Handbook" })).toEqual(["raftlib"])
  })

  it("takes nothing from few uses, and nothing because of a short or general name", () => {
    const packages = [used("only", 1, 1, 1), used("go-yaml", 1), used("docs-tools", 1)]

    expect(ownPackages(packages, { id: "/go/docs", title: "Docs" })).toEqual([])
  })
})
