import { describe, expect, it } from "vitest"
import { requestProblem } from "../errors/validation.ts"
import { LibraryConfig } from "../libraries/library-config.ts"
import { UpdateLibraryRequest } from "../libraries/update-library.ts"
import { AddWebsiteRequest } from "../sources/add.ts"
import { CreateConnectionRequest } from "../connections/connections.ts"
import { StartDeviceRequest } from "../people/device-sign-in.ts"
import { CreateKeyRequest } from "../people/keys.ts"
import { UpdateWebhookRequest } from "../webhooks/outgoing-webhooks.ts"
import { CreateInvitationRequest, CreateProjectRequest } from "../teamspaces/teamspaces.ts"

/** The title with an emoji of two that are joined, the Persian one with a non-joiner. */
const SHOWN = ["Hono", "C", "…", "日本語", "كتاب", "می\u200cخواهم", "Team 👩\u200d💻", "Notes ❤\ufe0f"]
const BLANK = [" ", "\u3000\u00a0", "\u200d"]
const HIDING = [
  ["a\u0000b", "NUL"],
  ["a\u001b[31mb", "an escape sequence of terminals"],
  ["a\u0085b", "a control character of Unicode"],
  ["\u202eonoH", "an override of the direction"],
  ["a\u2066b", "an isolate of the direction"],
  ["a\u200bb", "a zero-width space"],
  ["a\u2028b", "a line separator"],
  ["a\u{e0041}", "a tag"],
  ["a\ud800", "half a character"],
] as const

const problemOf = (change: object) => {
  const parsed = UpdateLibraryRequest.safeParse(change)
  return parsed.success ? undefined : requestProblem(parsed.error.issues)
}

describe.each(["title", "description"])("the %s of a library", (field) => {
  it.each(SHOWN)("can be %j", (text) => {
    expect(problemOf({ [field]: text })).toBeUndefined()
  })

  it.each(BLANK)("cannot be %j, which shows nothing", (text) => {
    expect(problemOf({ [field]: text })).toEqual({ code: "validation_error", message: `${field}: must not be blank` })
  })

  it.each(HIDING)("cannot be %j with %s", (text) => {
    const message = `${field}: must not contain control characters or invisible ones`
    expect(problemOf({ [field]: text })).toEqual({ code: "validation_error", message })
  })
})

it("a title has one line, a description can have several or be empty", () => {
  expect(problemOf({ title: "a\nb" })?.message).toContain("title: must not contain control characters")
  expect(problemOf({ title: "" })?.message).toBe("title: must not be empty")
  expect(problemOf({ description: "a\r\n\tb" })).toBeUndefined()
  expect(problemOf({ description: "" })).toBeUndefined()
})

it("the same rule holds for titles of added sources and for names of projects", () => {
  const websiteUrl = "https://a.example"

  expect(AddWebsiteRequest.safeParse({ websiteUrl, title: "\u202ea" }).success).toBe(false)
  expect(CreateProjectRequest.safeParse({ name: "\u202ea" }).success).toBe(false)
})

it("a library config with such a title stays valid, because the title is cleaned when it is read", () => {
  expect(LibraryConfig.safeParse({ projectTitle: "a\u202eb", description: " " }).success).toBe(true)
})

const CONNECTION = { kind: "git", siteUrl: "https://gitlab.example.com", token: "t" }
describe.each([
  ["name of an API key", (name: string) => CreateKeyRequest.safeParse({ name })],
  ["name of a device", (name: string) => StartDeviceRequest.safeParse({ name })],
  ["name of a project", (name: string) => CreateProjectRequest.safeParse({ name })],
  ["label of an invitation", (label: string) => CreateInvitationRequest.safeParse({ label, role: "developer" })],
  ["description of a webhook", (description: string) => UpdateWebhookRequest.safeParse({ description })],
  [
    "name of a connected account",
    (accountName: string) => CreateConnectionRequest.safeParse({ ...CONNECTION, accountName }),
  ],
])("the %s", (_, parse) => {
  it.each(SHOWN)("can be %j", (text) => {
    expect(parse(text).success).toBe(true)
  })

  it.each([...BLANK, ...HIDING.map(([text]) => text)])("cannot be %j", (text) => {
    const { error } = parse(text)

    expect(requestProblem(error?.issues ?? []).message).toMatch(/: must not (be blank|contain control characters)/)
  })
})
