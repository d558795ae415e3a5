import { describe, expect, it } from "vitest"
import { AccessRefused } from "../base/errors.ts"
import { gitSiteUrl, gitTokenOf } from "./git-token.ts"

const dependencies = {
  unseal: (sealed: string) => sealed.replace("sealed ", ""),
  accountOf: () => Promise.resolve(undefined),
  isActiveAccount: (userKey: string) => Promise.resolve(userKey === "ada"),
}
const source = { url: "https://git.example/a/b.git", sealedToken: "sealed token", teamspaceKey: null }

describe("the site of a repository", () => {
  it.each([
    ["https://www.git.example/group/sub/repo.git", "https://git.example"],
    ["http://git.example:8080/owner/repo", "http://git.example:8080"],
  ])("of %s is %s", (url, site) => {
    expect(gitSiteUrl(url)).toBe(site)
  })

  it.each(["git@git.example:owner/repo.git", "ssh://git@git.example:2222/owner/repo.git"])(
    "is undefined for %s, to which no account gives access",
    (url) => {
      expect(gitSiteUrl(url)).toBeUndefined()
    },
  )
})

describe("the token of a repository", () => {
  it("is used as long as the account that set it is active, and always when the instance set it", async () => {
    expect(await gitTokenOf(dependencies, { ...source, tokenSetBy: "ada" })).toBe("token")
    expect(await gitTokenOf(dependencies, { ...source, tokenSetBy: null })).toBe("token")
  })

  it("is not used after the account that set it is gone", async () => {
    await expect(gitTokenOf(dependencies, { ...source, tokenSetBy: "bob" })).rejects.toThrow(AccessRefused)
  })
})
