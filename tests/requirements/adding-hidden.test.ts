import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { asAdmin, startTestProgram, type TestProgram } from "../../packages/server/src/http/program.testing.ts"
import { encodeForm } from "../permission-matrix/case.ts"
import { makeMember, type Member } from "./teamspaces.ts"

let program: TestProgram
let member: Member
beforeAll(async () => {
  program = await startTestProgram()
  member = await makeMember(program, "main", { name: "mia", role: "developer" })
  const { catalogue, sealer } = program.context
  const account = { siteUrl: "https://wiki.example", accountName: null, sealedToken: sealer.seal("a token") }
  await catalogue.connections.put({ teamspaceKey: "main", kind: "wiki", ...account })
})
afterAll(() => program.remove())

type Submission = (force: boolean) => { readonly url: string; readonly json?: object; readonly form?: FormData }

const json =
  (path: string, payload: object): Submission =>
  (force) => ({ url: `/api/v2/add/${path}`, json: { ...payload, ...(force ? { force } : {}) } })
const file =
  (path: string, field: string, given: File): Submission =>
  (force) => {
    const form = new FormData()
    form.set(path === "openapi-upload" ? "libraryTitle" : "projectTitle", "Payroll")
    if (force) form.set("force", "true")
    form.set(field, given)
    return { url: `/api/v2/add/${path}`, form }
  }

const description = JSON.stringify({ openapi: "3.1.0", info: { title: "Payroll", version: "1" }, paths: {} })
const wiki = {
  cloudId: "cloud",
  siteUrl: "https://wiki.example",
  spaceKey: "PAY",
  spaceName: "Pay",
  title: "Pay",
  description: "What is paid",
}

async function send(submission: Submission, headers: Readonly<Record<string, string>>, force: boolean) {
  const { url, json: payload, form } = submission(force)
  const sent = form === undefined ? { payload: payload ?? {}, headers: {} } : await encodeForm(form)
  return program.call({ method: "POST", url, payload: sent.payload ?? "", headers: { ...headers, ...sent.headers } })
}

describe("a source whose library is hidden from who adds it", () => {
  it.each<[string, Submission]>([
    ["a repository", json("repo/git", { docsRepoUrl: "https://git.example/acme/payroll" })],
    ["a private repository", json("repo/git", { docsRepoUrl: "https://git.example/acme/secret", private: true })],
    ["a web site", json("website", { websiteUrl: "https://payroll.example/" })],
    ["an llms.txt", json("llmstxt", { llmstxtUrl: "https://payroll.example/llms.txt" })],
    ["an OpenAPI description", json("openapi", { openApiUrl: "https://payroll.example/openapi.json" })],
    ["a wiki space", json("wiki", wiki)],
    ["an uploaded description", file("openapi-upload", "openapiFile", new File([description], "payroll.json"))],
    ["uploaded files", file("file-upload", "documentFiles", new File(["%PDF-1.7\n"], "payroll.pdf"))],
  ])("is left as it is, and its library is not named, when it is %s", async (_what, submission) => {
    const { catalogue, catalogueSync } = program.context
    const added = await send(submission, asAdmin, false)
    const { libraryName } = added.json as { libraryName: string }
    const found = await catalogue.libraries.called(libraryName, { teamspaceKey: "main", isPublicRead: true })
    const { key } = found[0]!
    const hidden = { mode: "chosen", userKeys: [], groups: [] } as const

    for (const state of ["processing", "error"] as const) {
      await catalogue.libraries.update(key, { access: hidden, state })
      await catalogueSync.catchUp()
      const before = await catalogue.libraries.byKey(key)
      const jobsBefore = await catalogue.jobs.list({ libraryKey: key, offset: 0, limit: 10 })
      for (const force of [false, true]) {
        const answer = await send(submission, member.headers, force)

        expect([answer.status, answer.json]).toMatchObject([409, { error: "duplicate_repo" }])
        expect(answer.text).not.toContain(libraryName)
      }
      expect(await catalogue.libraries.byKey(key)).toEqual(before)
      expect(await catalogue.jobs.list({ libraryKey: key, offset: 0, limit: 10 })).toEqual(jobsBefore)
    }
    expect((await send(submission, asAdmin, true)).status).toBe(200)
  })
})
