import { readdir } from "node:fs/promises"
import { request as httpRequest } from "node:http"
import { text } from "node:stream/consumers"
import { AddLibraryResponse, ErrorBody, type ErrorCode } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startTestProgram, type TestProgram } from "../../packages/server/src/http/program.testing.ts"
import { makeMember, makeTeamspace, type Member } from "./teamspaces.ts"

const PATH = "/api/v2/add/file-upload"
/** Uploads have ten times as long as the requests of a hasty instance: two seconds. */
const HASTY_SECONDS = "0.2"

interface Answer {
  readonly status: number
  readonly json: unknown
}

const programs: TestProgram[] = []
let program: TestProgram
let url: string
let owner: Member
let developer: Member

beforeAll(async () => {
  ;({ program, url } = await open())
  const teamspaceKey = await makeTeamspace(program, "one")
  owner = await makeMember(program, teamspaceKey, { name: "olga", role: "owner" })
  developer = await makeMember(program, teamspaceKey, { name: "dora", role: "developer" })
})
afterAll(() => Promise.all(programs.map((one) => one.remove())))

/** A hosted instance: there uploads belong to a teamspace. */
async function open(environment: Readonly<Record<string, string>> = {}) {
  const opened = await startTestProgram({ environment: { LECTERN_EDITION: "hosted", ...environment } })
  programs.push(opened)
  return { program: opened, url: await opened.app.listen({ host: "127.0.0.1", port: 0 }) }
}

async function upload(headers: Member["headers"] | undefined, files: readonly string[], at = url): Promise<Answer> {
  const form = new FormData()
  form.set("projectTitle", "Handbook")
  for (const name of files) form.append("documentFiles", new Blob(["%PDF-1.7\n"]), name)
  const answer = await fetch(`${at}${PATH}`, { method: "POST", body: form, ...(headers ? { headers } : {}) })
  return { status: answer.status, json: await answer.json() }
}

/** Sends the beginning of a form and waits. */
function uploadBeginning(headers: Member["headers"], at: string): Promise<Answer> {
  const boundary = "the-boundary-of-the-form"
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="documentFiles"; filename="a.pdf"\r\n\r\n%PDF-1.7\n`
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${at}${PATH}`, {
      method: "POST",
      headers: { ...headers, "content-type": `multipart/form-data; boundary=${boundary}` },
    })
    request.once("response", (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, json: JSON.parse(body) }), reject)
    })
    // The rest of the body is not waited for.
    request.on("error", reject)
    request.write(head)
  })
}

const isError = (status: number, code: ErrorCode) => (answer: Answer) => {
  expect([answer.status, ErrorBody.parse(answer.json).error]).toEqual([status, code])
}

describe("an upload of files", () => {
  it("answers 200 with the identifier of the library", async () => {
    const { status, json } = await upload(owner.headers, ["a.pdf"])

    expect([status, AddLibraryResponse.parse(json).libraryName]).toEqual([200, "/docs/handbook"])
  })

  it("answers 400 validation_error without a file", async () => {
    isError(400, "validation_error")(await upload(owner.headers, []))
  })

  it("answers 401 invalid_api_key without a key", async () => {
    isError(401, "invalid_api_key")(await upload(undefined, ["a.pdf"]))
  })

  it("answers 403 forbidden to a role that may add nothing private", async () => {
    isError(403, "forbidden")(await upload(developer.headers, ["a.pdf"]))
  })

  it("answers 409 duplicate_repo when the library is there already", async () => {
    await upload(owner.headers, ["a.pdf"])

    isError(409, "duplicate_repo")(await upload(owner.headers, ["a.pdf"]))
  })

  it("answers 500 internal_error when the store is lost on the way", async () => {
    const broken = await open()
    const teamspaceKey = await makeTeamspace(broken.program, "one")
    const { headers } = await makeMember(broken.program, teamspaceKey, { name: "olga", role: "owner" })
    // The key is known by then, so that the request gets as far as it can.
    await upload(headers, [], broken.url)
    await broken.program.context.catalogue.close()

    isError(500, "internal_error")(await upload(headers, ["a.pdf"], broken.url))
  })

  it("answers 504 timeout when it does not arrive in time, and leaves nothing behind", async () => {
    const hasty = await open({ LECTERN_REQUEST_TIMEOUT_SECONDS: HASTY_SECONDS })
    const teamspaceKey = await makeTeamspace(hasty.program, "one")
    const { headers } = await makeMember(hasty.program, teamspaceKey, { name: "olga", role: "owner" })

    isError(504, "timeout")(await uploadBeginning(headers, hasty.url))

    await expect.poll(() => readdir(hasty.program.context.workDirectory), { timeout: 5_000 }).toEqual([])
    expect(await hasty.program.context.catalogue.libraries.count()).toBe(0)
  })
})
