import { describe, expect, it } from "vitest"
import { repositoryIdentity } from "./repository-identity.ts"
import { completeAddress } from "./complete-address.ts"

describe("completing a typed address", () => {
  it.each([
    ["honojs/website", "https://github.com/honojs/website"],
    ["honojs/website/", "https://github.com/honojs/website/"],
    ["expressjs/expressjs.com", "https://github.com/expressjs/expressjs.com"],
    ["honojs/website/tree/main/docs", "https://github.com/honojs/website/tree/main/docs"],
    ["github.com/honojs/website", "https://github.com/honojs/website"],
    ["www.github.com/honojs/website.git", "https://www.github.com/honojs/website.git"],
    ["github:honojs/website", "https://github.com/honojs/website"],
    ["gitlab:group/sub/project", "https://gitlab.com/group/sub/project"],
    ["git.example.com:8443/team/handbook", "https://git.example.com:8443/team/handbook"],
    ["hono.dev/docs", "https://hono.dev/docs"],
    [" github.com/honojs/website ", "https://github.com/honojs/website"],
  ])("writes %s as %s", (typed, address) => {
    expect(completeAddress(typed)).toBe(address)
  })

  it.each([
    "https://github.com/honojs/website",
    "git@github.com:honojs/website.git",
    "ssh://git@github.com/honojs/website",
    "./docs",
    "../handbook",
    "/srv/docs",
    "docs",
    "guide.pdf",
    "handbook.zip",
    "a/b/c",
    "",
  ])("keeps %s", (typed) => {
    expect(completeAddress(typed)).toBe(typed)
  })

  it.each([
    ["honojs/website/tree/main/docs/", { branch: "main", path: "docs" }],
    ["github.com/honojs/website.git/", {}],
    ["https://github.com/honojs/website/blob/main/docs/guide.md", { branch: "main", path: "docs" }],
    ["https://github.com/honojs/website/blob/main/README.md", { branch: "main" }],
  ])("leads from %s to one repository", (typed, scope) => {
    expect(repositoryIdentity(typed)).toMatchObject({ id: "/honojs/website", host: "github.com", ...scope })
  })

  it("leads from a page of GitLab to branch and folder", () => {
    expect(repositoryIdentity("gitlab.com/group/sub/project/-/tree/main/docs/")).toMatchObject({
      id: "/group/sub_project",
      branch: "main",
      path: "docs",
    })
  })
})
