import { AddNotesRequest, AddWikiRequest } from "@lectern/contract"
import { describe, expect, it } from "vitest"
import { notesRequestOf, wikiRequestOf } from "./connected-requests.ts"

const ID = "0123456789abcdef0123456789abcdef"

describe("the address of a wiki", () => {
  it.each([
    ["https://acme.atlassian.net/wiki/spaces/OPS/overview", "https://acme.atlassian.net", "OPS", undefined],
    ["https://acme.atlassian.net/wiki/spaces/OPS/pages/42/Start", "https://acme.atlassian.net", "OPS", ["42"]],
    ["https://wiki.example/confluence/display/~ann", "https://wiki.example/confluence", "~ann", undefined],
    ["https://wiki.example/spaces/Q%26A/", "https://wiki.example", "Q&A", undefined],
  ])("%s names site, space and page", (address, siteUrl, spaceKey, pageIds) => {
    const request = AddWikiRequest.parse(wikiRequestOf(address, {}))

    expect([request.siteUrl, request.spaceKey, request.title, request.pageIds]).toEqual([
      siteUrl,
      spaceKey,
      spaceKey,
      pageIds,
    ])
  })

  it("without a space uses the one in --space, with title, pages and site", () => {
    const options = { space: "OPS", title: "Handbook", page: ["1", "2"], cloudId: "c-1", force: true }

    expect(AddWikiRequest.parse(wikiRequestOf("https://wiki.example/confluence/", options))).toMatchObject({
      siteUrl: "https://wiki.example/confluence",
      cloudId: "c-1",
      title: "Handbook",
      pageIds: ["1", "2"],
      force: true,
    })
  })

  it.each(["https://wiki.example/confluence", "wiki.example/spaces/OPS", "ftp://wiki.example/spaces/OPS"])(
    "%s is refused with what is missing",
    (address) => {
      expect(() => wikiRequestOf(address, {})).toThrow(/does not name a wiki space|is not a valid URL/)
    },
  )
})

describe("the address of notes", () => {
  it.each([
    [`https://www.notion.so/acme/Runbook-${ID}?pvs=4`, "acme"],
    [`https://www.notion.so/Runbook-${ID}`, "notes"],
  ])("%s names workspace and page", (address, workspaceId) => {
    expect(AddNotesRequest.parse(notesRequestOf(address, {}))).toMatchObject({ workspaceId, pageIds: [ID] })
  })

  it("of a workspace accepts pages by id or URL", () => {
    const page = [`https://www.notion.so/acme/Runbook-${ID}`, "01234567-89ab-cdef-0123-456789abcdef"]

    const request = notesRequestOf("https://www.notion.so/acme", { page, title: "Notes", workspace: "w" })

    expect(AddNotesRequest.parse(request)).toMatchObject({
      workspaceId: "w",
      title: "Notes",
      pageIds: [ID, "01234567-89ab-cdef-0123-456789abcdef"],
    })
  })

  it("without a page is rejected", () => {
    expect(() => notesRequestOf("https://www.notion.so/acme", {})).toThrow("does not name a page")
  })
})
