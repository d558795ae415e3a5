import { describe, expect, it } from "vitest"
import { RepositoryFinder } from "./find-repository.ts"

function repositoryOf(...pages: readonly (readonly string[])[]): string | undefined {
  const finder = new RepositoryFinder()
  for (const links of pages) finder.addPage(links)
  return finder.find()
}

describe("the repository that a site is built from", () => {
  it.each([
    ["https://github.com/vuejs/docs/edit/main/src/guide/introduction.md", "https://github.com/vuejs/docs"],
    ["https://github.com/pallets/flask/blob/main/docs/index.rst", "https://github.com/pallets/flask"],
    ["https://github.com/pallets/flask/blob/main/man/index.Rd", "https://github.com/pallets/flask"],
    ["https://gitlab.com/group/sub/project/-/edit/main/docs/a.md", "https://gitlab.com/group/sub/project"],
    ["https://bitbucket.org/team/docs/src/main/docs/a.md?mode=edit", "https://bitbucket.org/team/docs"],
    ["https://github.com/vuejs/docs", undefined],
    ["https://github.com/vuejs/core/blob/main/packages/vue/src/index.ts", undefined],
    ["https://docs.example/edit/main/a.md", undefined],
  ])("is named by %s as %s", (link, repository) => {
    expect(repositoryOf(["/guide/", link], ["/api/", link], ["/landing"])).toBe(repository)
  })

  it("is not one that few pages mention", () => {
    const link = "https://github.com/otter/examples/blob/main/README.md"

    expect(repositoryOf([link], [], [])).toBeUndefined()
  })

  it("is not found in a list of repositories", () => {
    const links = ["a", "b", "c", "d"].map((name) => `https://github.com/otter/${name}/blob/main/README.md`)

    expect(repositoryOf(links)).toBeUndefined()
  })
})
