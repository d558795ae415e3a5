import { describe, expect, it, vi } from "vitest"
import { makePdf } from "./make-pdf.testing.ts"
import { parsePdf } from "./parse-pdf.ts"

// As on a platform that the first reader has no build for.
vi.mock("@firecrawl/pdf-inspector", () => {
  throw new Error("no build for this platform")
})

describe("a PDF where the first reader is missing", () => {
  it("is read by the second as plain text, page by page", async () => {
    const bytes = await makePdf([
      { title: "Rocket handbook", text: "Open the valve slowly." },
      { heading: "Orbit", text: "Close the hatch at once." },
    ])

    const reading = await parsePdf(bytes)

    if ("unreadable" in reading) throw new Error(reading.unreadable)
    expect(reading.pages.map(({ number }) => number)).toEqual([1, 2])
    expect(reading.pages[0]?.markdown).toContain("Open the valve slowly.")
    expect(reading.pages[1]?.markdown).toContain("Close the hatch at once.")
    expect(reading.problems).toEqual([])
  })

  it("that is damaged says so", async () => {
    expect(await parsePdf(Buffer.from("%PDF-1.7 and nothing more"))).toMatchObject({
      unreadable: expect.stringContaining("damaged"),
    })
  })
})
