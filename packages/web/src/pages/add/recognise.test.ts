import { describe, expect, it } from "vitest"
import { recognise } from "./recognise.ts"

describe("what is pasted", () => {
  it.each([
    ["https://github.com/vuejs/docs", { kind: "git" }],
    ["git@gitlab.example.com:team/docs.git", { kind: "git" }],
    ["https://gitlab.com/group/project", { kind: "git" }],
    ["https://bitbucket.org/team/repo", { kind: "git" }],
    ["https://docs.example.com/guide/", { kind: "website" }],
    ["https://example.com/llms.txt", { kind: "llmstxt" }],
    ["https://api.example.com/openapi.json", { kind: "openapi" }],
    ["https://acme.atlassian.net/wiki/spaces/OPS/overview", { kind: "wiki", spaceKey: "OPS" }],
    ["https://confluence.example.com/display/TEAM/Home", { kind: "wiki", spaceKey: "TEAM" }],
    ["https://www.notion.so/acme/Handbook-1234", { kind: "notes" }],
    ["https://acme.notion.site/Handbook-1234", { kind: "notes" }],
  ])("%s is recognised", (address, expected) => {
    expect(recognise(address)).toEqual(expected)
  })
})
