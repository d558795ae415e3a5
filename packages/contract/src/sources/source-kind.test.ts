import { describe, expect, it } from "vitest"
import { recogniseSource } from "./source-kind.ts"

describe("recognising what is added", () => {
  it.each([
    ["https://github.com/honojs/website", "git", false],
    ["https://github.com/o/r/blob/main/openapi.yaml", "git", false],
    ["git@git.example.com:team/handbook.git", "git", false],
    ["https://api.example/openapi.yaml?download=1", "openapi", false],
    ["https://api.example/v3/api-docs", "openapi", false],
    ["https://docs.example.com", "website", false],
    ["https://docs.example.com/guide/start", "website", false],
    ["https://hono.dev/docs/", "website", false],
    ["https://vuejs.org/guide/introduction.html", "website", false],
    ["https://otter.readthedocs.io/en/latest/", "website", false],
    ["https://git.example.com/team/handbook", "git", false],
    ["https://forge.example/team/handbook", "git", false],
    ["https://forge.example/group/sub/handbook.git", "git", false],
    ["https://hono.dev/llms.txt", "llmstxt", false],
    ["https://hono.dev/docs/llms-full.txt", "llmstxt", false],
    ["https://github.com/o/r/blob/main/llms.txt", "git", false],
    ["./specs/petstore.json", "openapi", true],
    ["petstore.yml", "openapi", true],
    ["guide.pdf", "files", true],
    ["./manuals/Guide v2.DOCX", "files", true],
    ["./manuals", "files", true],
    ["/srv/manuals/", "files", true],
    [".", "files", true],
    ["README.md", "files", true],
    ["docs/guide.md", "files", true],
    ["handbook.zip", "files", true],
    ["ssh://git@git.example.com/o/guide.pdf", "git", false],
  ])("takes %s for %s", (what, kind, isFile) => {
    expect(recogniseSource(what)).toEqual({ kind, isFile, address: what })
  })

  it.each([
    ["honojs/website", "git", "https://github.com/honojs/website"],
    ["honojs/website/blob/main/docs/guide.md", "git", "https://github.com/honojs/website/blob/main/docs/guide.md"],
    ["github.com/honojs/website", "git", "https://github.com/honojs/website"],
    ["hono.dev/docs", "website", "https://hono.dev/docs"],
    ["hono.dev/llms.txt", "llmstxt", "https://hono.dev/llms.txt"],
    ["api.example.com/openapi.yaml", "openapi", "https://api.example.com/openapi.yaml"],
  ])("completes %s", (what, kind, address) => {
    expect(recogniseSource(what)).toEqual({ kind, isFile: false, address })
  })

  it("believes the kind that is said", () => {
    expect(recogniseSource("https://api.example/docs", "openapi")).toEqual({
      kind: "openapi",
      isFile: false,
      address: "https://api.example/docs",
    })
    expect(recogniseSource("https://git.example/team/site.json", "git")).toEqual({
      kind: "git",
      isFile: false,
      address: "https://git.example/team/site.json",
    })
    expect(recogniseSource("description", "openapi")).toEqual({ kind: "openapi", isFile: true, address: "description" })
  })
})
