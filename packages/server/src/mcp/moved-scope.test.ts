import { afterAll, beforeAll, expect, it } from "vitest"
import { aBundle, addMember, asAdmin, startTestProgram, type TestProgram } from "../http/program.testing.ts"

let program: TestProgram
let asMember: { readonly authorization: string }
beforeAll(async () => {
  program = await startTestProgram({ workerMode: "inline" })
  asMember = await addMember(program, "ann")
  await send("/import-libraries", { libraries: [aBundle("/otter/old"), aBundle("/seal/old")] })
  await program.settle()
  for (const owner of ["otter", "seal"]) await send(`/libs/${owner}/old/move`, { id: `/${owner}/new` })
})
afterAll(() => program.remove())

const send = (path: string, payload: object, method: "POST" | "PATCH" = "POST") =>
  program.call({ method, url: `/api/v2${path}`, headers: asAdmin, payload })

const callLimited = async (libraries: string, name: string, toolArguments: object) => {
  const { text } = await program.call({
    method: "POST",
    url: `/mcp?libraries=${libraries}`,
    headers: { ...asMember, "content-type": "application/json", accept: "application/json, text/event-stream" },
    payload: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: toolArguments } },
  })
  return text
}

it("finds a library under the id to which the id in the URL redirects, and no others", async () => {
  const query = "how do I feed the otter"
  const answers = [
    await callLimited("/otter/old", "search-docs", { query }),
    await callLimited("/otter/old", "resolve-library-id", { libraryName: "otter", query }),
    await callLimited("/otter/old", "query-docs", { libraryId: "/otter/new", query }),
  ]
  const other = await callLimited("/otter/old", "query-docs", { libraryId: "/seal/new", query })

  expect(answers.map((text) => text.includes("/otter/new") || text.includes("otter.feed()"))).toEqual([
    true,
    true,
    true,
  ])
  expect(answers.join()).not.toContain("/seal/new")
  expect(other).toContain("not available here")
})

it("does not follow a redirect to a library that the caller cannot see", async () => {
  await send("/libs/seal/new/access", { access: "chosen", users: [], groups: [] }, "PATCH")

  const ask = (libraryId: string) => callLimited("/seal/old", "query-docs", { libraryId, query: "how do I feed it" })

  expect([await ask("/seal/new"), await ask("/seal/other")].map((text) => text.includes("not available here"))).toEqual(
    [true, true],
  )
})
