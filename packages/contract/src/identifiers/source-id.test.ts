import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseLibraryId } from "./library-id.ts"
import { fileTitle, llmsTxtId, slugId, websiteId } from "./source-id.ts"

describe("source identifiers", () => {
  it.each([
    ["https://nextjs.org", "/websites/nextjs"],
    ["https://nextjs.org/", "/websites/nextjs"],
    ["https://www.php.net/manual/en", "/websites/php_net_manual_en"],
    ["https://docs.stripe.com/api", "/websites/stripe_api"],
    ["https://react.dev/learn/", "/websites/react_dev_learn"],
    ["https://docs.com", "/websites/docs"],
    ["http://localhost:8080/guide?x=1#y", "/websites/localhost_8080_guide"],
    ["https://medium.com/@user/post", "/websites/medium_user_post"],
  ])("names the site %s %s", (url, id) => {
    expect(websiteId(url)).toBe(id)
  })

  it.each([
    ["https://dev.algorand.co/llms.txt", "/llmstxt/dev_algorand_co-llms.txt"],
    ["https://www.example.com/docs/api/llms-full.txt", "/llmstxt/example_com_docs_api-llms-full.txt"],
    ["http://127.0.0.1:8080/llms.txt", "/llmstxt/127_0_0_1_8080-llms.txt"],
  ])("names the file %s %s", (url, id) => {
    expect(llmsTxtId(url)).toBe(id)
  })

  it("names nothing that is not an address", () => {
    expect([websiteId("nextjs"), llmsTxtId("x"), llmsTxtId("https://example.com/")]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it("takes the slug of the title, else of the file name without its ending", () => {
    expect(slugId("docs", "Employee Handbook (2026)", "a.pdf")).toBe("/docs/employee-handbook-2026")
    expect(slugId("openapi", undefined, fileTitle("specs/Pet Store.v2.yaml"))).toBe("/openapi/pet-store-v2")
    expect(slugId("docs", "Überblick für Ärzte")).toBe("/docs/uberblick-fur-arzte")
    expect(slugId("docs", "???", "")).toBe("/docs/untitled")
  })

  it("makes identifiers that read back without a version", () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), fc.string({ unit: "grapheme" }), (url, title) => {
        for (const id of [websiteId(url), llmsTxtId(url), slugId("docs", title)]) {
          if (id !== undefined) expect(parseLibraryId(id)).toBe(id)
        }
      }),
    )
  })
})
