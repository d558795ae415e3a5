import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseLibraryId, SOURCE_SEGMENTS } from "./library-id.ts"
import { alternateRepositoryId, repositoryIdentity, type RepositoryIdentity } from "./repository-identity.ts"

function identityOf(url: string): RepositoryIdentity {
  const identity = repositoryIdentity(url)
  if ("problem" in identity) throw new Error(identity.message)
  return identity
}

describe("repository identity", () => {
  it.each([
    "https://github.com/honojs/website",
    "https://github.com/honojs/website.git",
    "https://github.com/honojs/website/",
    "  https://www.github.com/honojs/website.git/  ",
    "http://GitHub.com/honojs/website?tab=readme#start",
    "https://github.com/honojs/website/tree/main/docs",
    "git@github.com:honojs/website.git",
    "ssh://git@github.com/honojs/website",
    "ssh://git@github.com:22/honojs/website.git",
    "https://github.com:443/honojs/website",
    "https://github.com/honojs/website/tree",
  ])("reads %s as /honojs/website of github.com", (url) => {
    const { id, host, sourceKey, port } = identityOf(url)

    expect({ id, host, sourceKey, port }).toEqual({
      id: "/honojs/website",
      host: "github.com",
      sourceKey: "github.com/honojs/website",
      port: undefined,
    })
  })

  it("keeps the case of the identifier for display and drops it from the key of the source", () => {
    const { id, sourceKey } = identityOf("https://github.com/HonoJS/Website")

    expect([id, sourceKey]).toEqual(["/HonoJS/Website", "github.com/honojs/website"])
  })

  it("keeps host and port of a server of one's own", () => {
    expect(identityOf("http://127.0.0.1:9418/honojs/website.git")).toEqual({
      id: "/honojs/website",
      host: "127.0.0.1",
      port: 9418,
      cloneUrl: "http://127.0.0.1:9418/honojs/website.git",
      sourceKey: "127.0.0.1:9418/honojs/website",
      owner: "honojs",
      repo: "website",
    })
  })

  it.each([
    ["https://github.com/o/r/tree/main/docs/guide", "main", "docs/guide"],
    ["https://github.com/o/r/tree/v1.2", "v1.2", undefined],
    ["https://github.com/o/r/blob/main/docs/README.md", "main", "docs"],
    ["https://gitlab.com/g/r/-/tree/main/docs", "main", "docs"],
    ["https://gitlab.com/g/s/r/-/tree/main", "main", undefined],
    ["https://bitbucket.org/o/r/src/master/docs/", "master", "docs"],
  ])("finds branch and folder in %s", (url, branch, path) => {
    const identity = identityOf(url)

    expect([identity.branch, identity.path]).toEqual([branch, path])
  })

  it.each([
    ["https://gitlab.com/group/sub/repo", "/group/sub_repo"],
    ["https://gitlab.com/group/a/b/repo.git", "/group/a_b_repo"],
    ["git@gitlab.com:group/sub/repo.git", "/group/sub_repo"],
    ["https://gitlab.com/group/sub/repo/-/tree/main/docs", "/group/sub_repo"],
  ])("joins the subgroups of %s with an underscore", (url, id) => {
    expect(identityOf(url).id).toBe(id)
  })

  it.each(SOURCE_SEGMENTS)("puts git_ in front of an owner called %s", (owner) => {
    expect(identityOf(`https://github.com/${owner}/repo`).id).toBe(`/git_${owner}/repo`)
  })

  it("gives a later repository of another host an identifier with the host", () => {
    expect(alternateRepositoryId(identityOf("https://git.example.com:8443/docs/sub/guide"))).toBe(
      "/git_example_com_8443/docs_sub_guide",
    )
  })

  it("lets the host stand for an owner that is missing", () => {
    expect(identityOf("https://go.googlesource.com/tools").id).toBe("/go_googlesource_com/tools")
  })

  it.each([
    ["", "malformed"],
    ["website", "malformed"],
    ["a/b/c", "malformed"],
    ["https://", "malformed"],
    ["ftp://example.com/o/r", "scheme"],
    ["file:///etc/passwd", "scheme"],
    ["ext::sh -c id", "scheme"],
    ["git://example.com/o/r", "scheme"],
    ["https://token@github.com/o/r", "credentials"],
    ["https://user:secret@github.com/o/r", "credentials"],
    ["ssh://git:secret@github.com/o/r", "credentials"],
    ["https://github.com/o", "no_repository"],
    ["https://github.com", "no_repository"],
    ["https://github.com/o/r/issues", "no_repository"],
    ["https://github.com/o/..%2f..%2fetc", "no_repository"],
    ["https://github.com/o/%zz", "no_repository"],
    ["https://example.com/o/.git", "no_repository"],
    [`https://example.com/o/${"r".repeat(2100)}`, "malformed"],
    ["git@-oProxyCommand=x:o/r", "malformed"],
  ])("refuses %s as %s", (url, problem) => {
    expect(repositoryIdentity(url)).toMatchObject({ problem })
  })

  it("never repeats a secret in its message", () => {
    const refused = repositoryIdentity("https://user:hunter2@github.com/o/r")

    expect(JSON.stringify(refused)).not.toContain("hunter2")
  })

  const word = fc.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9_-]{0,12}$/)
  const host = fc.constantFrom(
    "github.com",
    "www.gitlab.com",
    "git.example.com",
    "127.0.0.1:9418",
    "[::1]:80",
    "www.x.org",
  )
  const address = fc
    .record({
      form: fc.constantFrom("https://", "http://", "ssh://git@"),
      host,
      owner: word,
      repo: word,
      end: fc.constantFrom("", ".git", "/", ".git/", "/tree/main/docs", "/-/tree/dev", "?x=1#y"),
    })
    .map(({ form, host: at, owner, repo, end }) => `${form}${at}/${owner}/${repo}${end}`)

  it.each([
    "ssh://-oProxyCommand=touch%20/tmp/x/owner/repo",
    "ssh://-oProxyCommand=curl/tmp/x",
    "http://-oProxyCommand=x/owner/repo",
    "https://-upload-pack/owner/repo.git",
    "ssh://-oUser@git.example.com/owner/repo",
    "ssh://git@-oProxyCommand=x/owner/repo",
    "https://git.example.com/-oProxyCommand=x/repo",
    "https://git.example.com/owner/--upload-pack=x",
    "-oProxyCommand=x@git.example.com:owner/repo",
    "git@git.example.com:-oProxyCommand=x/repo",
    "https://git.example.com/%2doProxyCommand=x/repo",
  ])("refuses %s, which a program could read as an option", (url) => {
    expect(repositoryIdentity(url)).toHaveProperty("problem")
  })

  it("reads its own clone address as the same repository", () => {
    fc.assert(
      fc.property(address, (url) => {
        const { branch: _branch, path: _path, ...identity } = identityOf(url)

        expect(identityOf(identity.cloneUrl)).toEqual(identity)
      }),
    )
  })

  it("gives identifiers of two segments without a version, whatever it reads", () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), address, fc.string()), (url) => {
        const identity = repositoryIdentity(url)
        if ("problem" in identity) return
        expect(parseLibraryId(identity.id)).toBe(identity.id)
        expect(parseLibraryId(alternateRepositoryId(identity))).toBeDefined()
        expect(identity.cloneUrl).toMatch(/^(https?:\/\/|ssh:\/\/|[\w.-]+@)/)
      }),
    )
  })
})
