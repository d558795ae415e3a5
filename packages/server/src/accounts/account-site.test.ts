import { describe, expect, it } from "vitest"
import { canonicalSiteUrl } from "./account-site.ts"

describe("the address of a service", () => {
  it("keeps the path of a wiki of one's own and drops that of the cloud", () => {
    const urls = ["https://wiki.example/confluence/", "https://acme.atlassian.net/wiki/spaces/DOC"]

    expect(urls.map((url) => canonicalSiteUrl("wiki", new URL(url)))).toEqual([
      "https://wiki.example/confluence",
      "https://acme.atlassian.net",
    ])
  })
})
