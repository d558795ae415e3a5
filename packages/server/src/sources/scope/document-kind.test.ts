import { recogniseSource } from "@lectern/contract"
import { HTML_EXTENSIONS, TEXT_EXTENSIONS } from "@lectern/parsers/detect"
import { describe, expect, it } from "vitest"
import { documentKind } from "./document-kind.ts"

describe("documentKind", () => {
  it.each([...TEXT_EXTENSIONS])("takes files that end in .%s for documentation", (extension) => {
    expect(documentKind(`guide/start.${extension}`)).toEqual({ kind: "documentation" })
    expect(documentKind(`guide/START.${extension.toUpperCase()}`)).toEqual({ kind: "documentation" })
  })

  it.each([...HTML_EXTENSIONS])("takes files that end in .%s for documentation only in its folders", (extension) => {
    expect(documentKind(`docs/start.${extension}`)).toEqual({ kind: "documentation" })
    expect(documentKind(`start.${extension}`)).toEqual({ kind: "other", ending: extension })
  })
})

describe("recogniseSource", () => {
  // `.rest` is also a top-level domain.
  it.each([...TEXT_EXTENSIONS, ...HTML_EXTENSIONS].filter((extension) => extension !== "rest"))(
    "takes a name that ends in .%s for a file, as ingestion does",
    (extension) => {
      expect(recogniseSource(`start.${extension}`)).toMatchObject({ kind: "files", isFile: true })
    },
  )
})
