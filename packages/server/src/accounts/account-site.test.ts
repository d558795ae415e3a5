import { describe, expect, it } from "vitest"
import { canonicalSiteUrl, gitSiteUrl } from "./account-site.ts"

describe("the site of a repository", () => {
  it.each([
    ["https://www.git.example/group/sub/repo.git", "https://git.example"],
    ["http://git.example:8080/owner/repo", "http://git.example:8080"],
  ])("of %s is %s", (url, site) => {
    expect(gitSiteUrl(url)).toBe(site)
  })

  it.each(["git@git.example:owner/repo.git", "ssh://git@git.example:2222/owner/repo.git"])(
    "is none for %s, which no account opens",
    (url) => {
      expect(gitSiteUrl(url)).toBeUndefined()
    },
  )
})

describe("the address of a service", () => {
  it("keeps the path of a wiki of one's own and drops that of the cloud", () => {
    const urls = ["https://wiki.example/confluence/", "https://acme.atlassian.net/wiki/spaces/DOC"]

    expect(urls.map((url) => canonicalSiteUrl("wiki", new URL(url)))).toEqual([
      "https://wiki.example/confluence",
      "https://acme.atlassian.net",
    ])
  })
})
