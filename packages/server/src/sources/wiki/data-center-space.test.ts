import { expect, it } from "vitest"
import { openDataCenterSpace } from "./data-center-space.ts"
import type { WikiClient } from "./wiki-client.ts"

/** Answers of a wiki, read as the client reads them. */
const clientOf = (answers: Readonly<Record<string, unknown>>): WikiClient => ({
  signal: new AbortController().signal,
  bytes: () => Promise.resolve(new Uint8Array()),
  json: async (url, schema) => schema.parse(answers[new URL(url).pathname]),
})

it.each([".evil.example/a.pdf", ":8080/a.pdf", "@evil.example/a.pdf", "http://evil.example/a.pdf"])(
  "does not take the account to another host for an attachment at %s",
  async (download) => {
    const file = { id: "9", title: "a.pdf", version: { number: 1 }, _links: { download } }
    const client = clientOf({
      "/rest/api/space/OTTER": { key: "OTTER" },
      "/rest/api/content/1/child/attachment": { results: [file], _links: {} },
    })
    const space = await openDataCenterSpace(client, "https://wiki.example", "OTTER")

    await expect(space.listAttachments("1")).rejects.toThrow()
  },
)
