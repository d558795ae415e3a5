import { LecternClient } from "@lectern/client"
import { expect, it, onTestFinished } from "vitest"
import { sendJson, startContractServer } from "../contract-server.testing.ts"
import type { Terminal } from "../terminal/terminal.ts"
import { findLibraryId, type TypedLibrary } from "./find-library-id.ts"

const NOTES = { note: () => undefined, styleNote: (_style: string, text: string) => text } as unknown as Terminal

/** Finds a library on a server with one library that is not searchable, one that has moved, and these results for every search. */
async function find(
  typed: TypedLibrary,
  ...results: readonly (readonly [id: string, title: string])[]
): Promise<string> {
  const server = await startContractServer({
    "GET /api/v2/libs/site/guide": sendJson(200, { id: "/site/guide" }),
    "GET /api/v2/libs/old/guide": sendJson(301, {
      error: "library_redirected",
      message: "m",
      redirectUrl: "/new/guide",
    }),
    "GET /api/v2/libs/search": sendJson(200, { results: results.map(([id, title]) => ({ id, title })) }),
  })
  onTestFinished(() => server.close())
  const session = { client: new LecternClient({ url: server.url }), signal: new AbortController().signal }
  return await findLibraryId(session, NOTES, typed)
}

it.each([
  ["/any/id@1.0", "/any/id@1.0"],
  ["site/guide", "/site/guide"],
  ["site/guide/2.0", "/site/guide/2.0"],
  ["site/guide@2.0", "/site/guide@2.0"],
  ["old/guide", "/old/guide"],
  ["flask@3.0", "/pallets/flask/3.0"],
  ["@hono/zod", "/pallets/flask"],
  ["team/missing", "/pallets/flask"],
])("finds %s as %s", async (library, id) => {
  expect(await find({ library }, ["/pallets/flask", "Flask"])).toBe(id)
})

it.each([
  ["flask", ["/pallets/flask", "Flask docs"], ["/a/flask-login", "Flask-Login"]],
  ["Vue.js", ["/vuejs/docs", "Vue.js"], ["/b/vue", "Vue"]],
] as const)("changes the library that is called %s", async (library, first, second) => {
  expect(await find({ library, isChanged: true }, first, second)).toBe(first[0])
})

it.each<[string, string, (readonly [id: string, title: string])[]]>([
  ["team/missing", 'no library is called "team/missing"', [["/team/otter", "Otter"]]],
  ["ott", 'no library is called "ott"', [["/team/otter", "Otter"]]],
  [
    "otter",
    'several libraries are called "otter"',
    [
      ["/team/otter", "Otter"],
      ["/site/otter", "Site"],
    ],
  ],
  ["nothing", "no library matches", []],
])("changes nothing for %s", async (library, message, results) => {
  await expect(find({ library, isChanged: true }, ...results)).rejects.toThrow(message)
})
