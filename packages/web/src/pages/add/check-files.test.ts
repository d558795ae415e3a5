import { describe, expect, it } from "vitest"
import { checkFiles } from "./check-files.ts"

const MB = 2 ** 20

describe("files to upload", () => {
  it("are documents or one OpenAPI description", () => {
    expect(
      checkFiles([
        { name: "a.PDF", size: MB },
        { name: "b.docx", size: 1 },
      ]),
    ).toEqual({ kind: "documents" })
    expect(checkFiles([{ name: "petstore.yaml", size: MB }])).toEqual({ kind: "openapi" })
  })

  it.each([
    [[{ name: "a.pdf", size: 51 * MB }], "a.pdf is larger than 50 MB."],
    [[{ name: "a.json", size: 11 * MB }], "a.json is larger than 10 MB."],
    [
      [
        { name: "a.json", size: 1 },
        { name: "b.yml", size: 1 },
      ],
      "Upload one OpenAPI description at a time.",
    ],
    [Array.from({ length: 51 }, (_, at) => ({ name: `${at}.pdf`, size: 1 })), "Upload at most 50 files at a time."],
    [
      Array.from({ length: 5 }, (_, at) => ({ name: `${at}.pdf`, size: 45 * MB })),
      "The files are larger than 200 MB together.",
    ],
    [[{ name: "a.exe", size: 1 }], "a.exe cannot be uploaded: only PDF and DOCX files, or one OpenAPI description."],
  ])("are refused before the upload when the server would refuse them (%#)", (files, problem) => {
    expect(checkFiles(files).problem).toBe(problem)
  })
})
