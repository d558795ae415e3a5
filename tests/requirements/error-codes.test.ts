import { readdir, rm } from "node:fs/promises"
import { createServer } from "node:http"
import { join } from "node:path"
import { ERROR_CODES, type ErrorCode } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { problemOf } from "../../packages/server/src/http/serving/problems.ts"
import { startGitHost, type GitHost } from "./git-host.ts"
import { initialPasswordOf, signIn, startProgram, type Answer, type Program } from "./program.ts"

const ANSWERING = "/otter/docs"
const PASSWORD = "a password that is long enough"
/** Above what the description of an API at an address may have. */
const TOO_MANY_BYTES = 33 * 2 ** 20

/** Where a code shows: as the error of an answer, or as the error of the job that a request has queued. */
type Produced = Answer | { readonly jobError: string | undefined }

let program: Program
let host: GitHost
let large: ReturnType<typeof createServer>
let opened: Program[] = []

beforeAll(async () => {
  host = await startGitHost()
  large = createServer((_request, response) => response.end(Buffer.alloc(TOO_MANY_BYTES, " ")))
  await new Promise<void>((resolve) => large.listen(0, "127.0.0.1", resolve))
  program = await startProgram({ LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8" })
  await importLibrary(program, ANSWERING)
})
afterAll(async () => {
  large.close()
  await Promise.all([program, ...opened].map((one) => one.close()))
  await host.close()
})

async function open(environment: Readonly<Record<string, string | undefined>> = {}): Promise<Program> {
  const another = await startProgram(environment)
  opened = [...opened, another]
  return another
}

const post = (path: string, json: unknown) => program.call("POST", path, { key: program.key, json })
const get = (path: string) => program.call("GET", path, { key: program.key })
const context = (libraryId: string) => get(`/api/v2/context?libraryId=${libraryId}&query=otters`)

async function importLibrary({ call, key, settle }: Program, project: string): Promise<void> {
  const infoSnippets = [{ id: "https://otter.example", content: "How otters swim in the river.", breadcrumb: "Otters" }]
  const libraries = [{ project, title: "Otters", description: "All about otters", infoSnippets }]
  const answer = await call("POST", "/api/v2/import-libraries", { key, json: { libraries } })
  if (answer.status !== 202) throw new Error(answer.text)
  await settle(project)
}

type Files = Readonly<Record<string, string>>

/** Adds a repository and waits for the end of its job. */
async function addRepository(name: string, files: Files, more: object = {}, { call, key, settle } = program) {
  await host.commit(name, files)
  await call("POST", "/api/v2/add/repo/git", { key, json: { docsRepoUrl: `${host.url}/${name}.git`, ...more } })
  return settle(`/${name}`)
}

/** Keeps the repositories silent while something is asked. */
async function whileHeld<Result>(ask: () => Promise<Result>): Promise<Result> {
  const release = host.hold()
  try {
    return await ask()
  } finally {
    release()
  }
}

async function asMember(method: string, path: string): Promise<Answer> {
  await post("/api/v2/admin/users", { name: "member", password: PASSWORD, role: "member" })
  const headers = { origin: program.url }
  const json = { name: "member", password: PASSWORD }
  const signedIn = await program.call("POST", "/api/auth/sign-in", { headers, json })
  const cookie = signedIn.headers["set-cookie"]?.split(";")[0] ?? ""
  return program.call(method, path, { headers: { ...headers, cookie } })
}

/** A real request for every code. One without a request does not compile. */
const PRODUCERS: Readonly<Record<ErrorCode, () => Promise<Produced>>> = {
  validation_error: () => get("/api/v2/libs/search"),
  invalid_library_id: () => context("otters"),
  invalid_api_key: () => program.call("GET", "/api/v2/jobs", { key: "lectern_wrong" }),
  access_denied: async () => {
    await importLibrary(program, "/blocked/docs")
    const blockedLibraries = { add: ["/blocked/docs"] }
    const json = { libraryFilters: { mode: "quality", quality: { blockedLibraries } } }
    await program.call("PATCH", "/api/v2/policies", { key: program.key, json })
    return context("/blocked/docs")
  },
  forbidden: () => asMember("GET", "/api/v2/admin/users"),
  password_change_required: async () => {
    const fresh = await open({ LECTERN_ADMIN_PASSWORD: undefined })
    return fresh.call("GET", "/api/v2/admin/users", { headers: await signIn(fresh, initialPasswordOf(fresh)) })
  },
  duplicate_repo: async () => {
    const submission = { docsRepoUrl: `${host.url}/twice/docs.git`, private: true }
    return whileHeld(async () => {
      await post("/api/v2/add/repo/git", submission)
      return post("/api/v2/add/repo/git", submission)
    })
  },
  internal_error: async () => {
    const broken = await open()
    await broken.loseStore()
    return broken.call("GET", `/api/v2/context?libraryId=${ANSWERING}&query=otters`)
  },
  timeout: async () => {
    const hasty = await open({ LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8", LECTERN_REQUEST_TIMEOUT_SECONDS: "2" })
    await addRepository("slow/docs", { "a.md": "# Slow\n\nThe otter is slow.\n" }, {}, hasty)
    const json = { libraryName: "/slow/docs", branch: "far" }
    return whileHeld(() => hasty.call("POST", "/api/v1/refresh", { key: hasty.key, json }))
  },
  library_not_found: () => context("/nobody/nothing"),
  tag_not_found: () => context(`${ANSWERING}/v9.9.9`),
  branch_not_found: async () => {
    await addRepository("branches/docs", { "a.md": "# Branches\n\nThe otter has one.\n" })
    return post("/api/v1/refresh", { libraryName: "/branches/docs", branch: "no-such" })
  },
  no_snippets_found: async () => {
    await post("/api/v2/add/repo/git", { docsRepoUrl: `${host.url}/missing/docs.git` })
    await program.settle("/missing/docs")
    return context("/missing/docs")
  },
  no_documentation_found: async () => {
    const empty = await open()
    return empty.call("GET", "/api/v3/search?query=how+do+otters+swim")
  },
  team_not_found: () => get("/api/v2/teamspaces/nobody"),
  job_not_found: () => get("/api/v2/jobs/nothing"),
  not_found: () => get("/api/nothing"),
  method_not_allowed: () => program.call("PUT", "/api/v2/jobs", { key: program.key }),
  payload_too_large: () => post("/api/v1/refresh", { libraryName: "a".repeat(2 ** 20) }),
  unsupported_media_type: () => {
    const headers = { "content-type": "text/plain" }
    return program.call("POST", "/api/v1/refresh", { key: program.key, body: "a", headers })
  },
  library_too_large: async () => {
    const address = large.address()
    const port = typeof address === "object" ? address?.port : undefined
    const added = await post("/api/v2/add/openapi", { openApiUrl: `http://127.0.0.1:${port}/openapi.json` })
    const { error } = await program.settle((added.json as { libraryName: string }).libraryName)
    return { jobError: error?.code }
  },
  no_code_found: async () => {
    const files = { "README.md": "# Prose\n\nOnly words here.\n" }
    const { error } = await addRepository("prose/docs", files, { generateDocs: true })
    return { jobError: error?.code }
  },
  rate_limit_exceeded: async () => {
    const limited = await open({ LECTERN_RATE_LIMITS: "on", LECTERN_RATE_API: "anonymous=1" })
    const search = () => limited.call("GET", "/api/v2/libs/search?libraryName=otters")
    await search()
    return search()
  },
  spending_limit_exceeded: async () => {
    const poor = await open({ LECTERN_EDITION: "hosted", LECTERN_PLAN_REQUESTS: "free=1,pro=1,team=1" })
    const search = () => poor.call("GET", "/api/v2/libs/search?libraryName=otters", { key: poor.key })
    await search()
    return search()
  },
  search_failed: async () => {
    const emptied = await open()
    await importLibrary(emptied, ANSWERING)
    const blobs = await readdir(join(emptied.dataDir, "blobs"), { recursive: true, withFileTypes: true })
    const files = blobs.filter((entry) => entry.isFile())
    await Promise.all(files.map(({ parentPath, name }) => rm(join(parentPath, name))))
    return emptied.call("GET", "/api/v3/search?query=how+do+otters+swim")
  },
  library_not_finalized: async () => {
    await host.commit("waiting/docs", { "a.md": "# Waiting\n\nThe otter waits.\n" })
    return whileHeld(async () => {
      await post("/api/v2/add/repo/git", { docsRepoUrl: `${host.url}/waiting/docs.git` })
      return context("/waiting/docs")
    })
  },
  library_redirected: async () => {
    await addRepository("moved/docs", { "lectern.json": JSON.stringify({ redirectTo: ANSWERING }), "a.md": "# Old\n" })
    return context("/moved/docs")
  },
}

describe("every error", () => {
  it("has a request that is answered with it", () => {
    expect(Object.keys(PRODUCERS).sort()).toEqual(Object.keys(ERROR_CODES).sort())
  })

  it.each(Object.keys(PRODUCERS) as ErrorCode[])("%s is what a real request is answered with", async (code) => {
    const produced = await PRODUCERS[code]()

    if ("jobError" in produced) {
      expect(produced.jobError).toBe(code)
      return
    }
    const { status, headers } = problemOf(code, "")
    const fields = code === "library_redirected" ? ["error", "message", "redirectUrl"] : ["error", "message"]
    expect([produced.status, produced.json]).toMatchObject([status, { error: code, message: expect.any(String) }])
    expect(Object.keys(produced.json as object)).toEqual(fields)
    expect(produced.headers["content-type"]).toMatch(/^application\/json/)
    expect(produced.headers["x-request-id"]).toMatch(/./)
    for (const name of Object.keys(headers)) expect(produced.headers).toHaveProperty([name])
  })
})
