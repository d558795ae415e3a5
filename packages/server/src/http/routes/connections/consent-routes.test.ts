import type { BeginConsentResponse, Connection, ListConnectionsResponse } from "@lectern/contract"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { makePdf } from "@lectern/parsers/testing"
import { startTestOAuthHost, type TestOAuthHost } from "../../../accounts/oauth/oauth-host.testing.ts"
import { startTestNotes, type TestNotes, textBlock } from "../../../sources/notes/notes-server.testing.ts"
import { startTestWiki, type TestWiki } from "../../../sources/wiki/wiki-server.testing.ts"
import { asAdmin, newestJob, startTestProgram, type TestProgram } from "../../program.testing.ts"
import { MINUTE_MS } from "../../../base/durations.ts"

const PUBLIC_URL = "http://localhost:3999"
const SCOPES = ["read:page:confluence", "read:space:confluence"]
const PASSWORD = "a password that is long"

let confluence: TestOAuthHost
let notion: TestOAuthHost
let wiki: TestWiki
let notes: TestNotes
let program: TestProgram
let nowMs: number

beforeEach(async () => {
  nowMs = Date.now()
  confluence = await startTestOAuthHost("confluence")
  notion = await startTestOAuthHost("notion")
  wiki = await startTestWiki({ edition: "cloud", authorization: "Bearer of the gateway" })
  const forwardTo = { url: wiki.url, authorization: "Bearer of the gateway" }
  confluence.sites.push({ id: "c-1", url: "https://otter.atlassian.net", name: "otter", scopes: SCOPES, forwardTo })
  notes = await startTestNotes("of the gateway")
  const readNotes = { url: notes.url, authorization: "Bearer of the gateway" }
  notion.sites.push({ id: "0a1b-2c3d", url: "", name: "Otter notes", scopes: [], forwardTo: readNotes })
  program = await startTestProgram({
    clock: { now: () => nowMs },
    environment: {
      LECTERN_PUBLIC_URL: PUBLIC_URL,
      LECTERN_CONFLUENCE_CLIENT_ID: confluence.clientId,
      LECTERN_CONFLUENCE_CLIENT_SECRET: confluence.clientSecret,
      LECTERN_CONFLUENCE_AUTH_URL: confluence.url,
      LECTERN_CONFLUENCE_API_URL: confluence.url,
      LECTERN_NOTION_CLIENT_ID: notion.clientId,
      LECTERN_NOTION_CLIENT_SECRET: notion.clientSecret,
      LECTERN_NOTION_API_URL: notion.url,
    },
    workerMode: "inline",
  })
})
afterEach(async () => {
  await program.remove()
  await Promise.all([confluence.close(), notion.close(), wiki.close(), notes.close()])
})

type Headers = Record<string, string>
type Answer = Awaited<ReturnType<TestProgram["call"]>>

const pathOf = (url: string) => url.slice(PUBLIC_URL.length)
const cookieOf = ({ headers }: Answer) => String([headers["set-cookie"]].flat()[0]).split(";")[0] ?? ""
const errorOf = ({ status, json }: Answer) => [status, (json as { error: string }).error]
const post = (url: string, payload: object, headers: Headers = asAdmin) =>
  program.call({ method: "POST", url, payload, headers })

async function begin(payload: object, headers: Headers = asAdmin): Promise<string> {
  const answer = await post("/api/v2/connections/consent", payload, headers)
  expect(answer.status).toBe(200)
  return pathOf((answer.json as BeginConsentResponse).url)
}

/** Begins a consent with a key, opens it and goes on from its page. */
async function walk(payload: object): Promise<{ url: string; cookie: string; page: string }> {
  return confirm(await begin(payload))
}

/** Opens a path of a consent that was begun with a key, and goes on from its page. */
async function confirm(path: string): Promise<{ url: string; cookie: string; page: string }> {
  const asked = await program.call({ url: path })
  const [, query = ""] = /class="go-on" href="([^"]+)"/.exec(asked.text) ?? []
  const url = path.replace(/\?.*$/, query.replaceAll("&amp;", "&"))
  const gone = await program.call({ url, headers: { cookie: cookieOf(asked) } })
  expect(gone.status).toBe(302)
  return { url: String(gone.headers["location"]), cookie: cookieOf(gone), page: asked.text }
}

const comeBack = (url: string, cookie: string) => program.call({ url: pathOf(url), headers: { cookie } })

async function connectBy(host: TestOAuthHost, payload: object): Promise<Answer> {
  const { url, cookie } = await walk(payload)
  return comeBack(host.answer(url), cookie)
}

const listed = async () =>
  (await program.call({ url: "/api/v2/connections", headers: asAdmin })).json as ListConnectionsResponse
const audited = async () => {
  const { json } = await program.call({ url: "/api/v2/admin/audit?limit=3", headers: asAdmin })
  return (json as { entries: { action: string; subject: string; actor: string }[] }).entries
}

async function signIn(): Promise<Headers> {
  const answer = await post("/api/auth/sign-in", { name: "admin", password: PASSWORD }, {})
  return { cookie: cookieOf(answer), origin: "http://localhost:80", host: "localhost:80" }
}

const addSpace = () =>
  post("/api/v2/add/wiki", {
    cloudId: "not-known-to-the-person",
    siteUrl: "https://otter.atlassian.net",
    spaceKey: "OTTER",
    spaceName: "Otter",
    title: "Otter handbook",
    description: "How we keep otters",
  })

describe("connecting an account by consent", () => {
  it("asks before it leads to the service, and connects the site with its name", async () => {
    const { url, cookie, page } = await walk({ kind: "wiki", siteUrl: "https://otter.atlassian.net/wiki" })
    const answer = await comeBack(confluence.answer(url), cookie)

    expect(page).toContain("Connect Confluence")
    expect(page).toContain("admin asks to read pages of Confluence at <code>https://otter.atlassian.net</code>")
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      code_challenge_method: "S256",
      redirect_uri: `${PUBLIC_URL}/api/auth/connections/callback`,
      state: expect.stringMatching(/.{20}/),
    })
    expect([answer.status, answer.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"])
    expect(answer.text).toContain("<code>https://otter.atlassian.net</code> (otter) is connected")
    expect(await listed()).toMatchObject({
      connections: [
        { kind: "wiki", siteUrl: "https://otter.atlassian.net", accountName: "otter", connectedBy: "consent" },
      ],
      consentKinds: ["wiki", "notes"],
    })
    expect((await audited())[0]).toMatchObject({
      action: "connection.create",
      actor: "admin",
      subject: "wiki https://otter.atlassian.net, by consent",
    })
  })

  it("connects the workspace of Notion, which has no PKCE and wants the client in a header", async () => {
    const { url, cookie } = await walk({ kind: "notes" })
    const answer = await comeBack(notion.answer(url), cookie)

    expect(new URL(url).searchParams.has("code_challenge")).toBe(false)
    expect(answer.status).toBe(200)
    const [connection] = (await listed()).connections as [Connection]
    expect(connection).toMatchObject({ siteUrl: "https://www.notion.so/0a1b-2c3d", accountName: "Otter notes" })
    const test = await post(`/api/v2/connections/${connection.id}/test`, {})
    expect(test.json).toMatchObject({ accepted: true, accountName: "Otter" })
  })

  it("leads on at once in the session that began it, and refuses every other browser", async () => {
    const session = await signIn()
    const path = await begin({ kind: "wiki" }, session)
    const [other, nobody] = [await signIn(), {}]

    const gone = await program.call({ url: path, headers: session })
    const url = String(gone.headers["location"])
    const back = confluence.answer(url)
    const refused = await Promise.all([other, nobody].map((headers) => program.call({ url: path, headers })))
    const inOther = await program.call({
      url: pathOf(back),
      headers: { ...other, cookie: `${other["cookie"]}; ${cookieOf(gone)}` },
    })

    expect(gone.status).toBe(302)
    expect(refused.map(errorOf)).toEqual([
      [401, "invalid_api_key"],
      [401, "invalid_api_key"],
    ])
    expect(errorOf(inOther)).toEqual([401, "invalid_api_key"])
  })

  it("refuses who comes back when the session is over, or the key was revoked", async () => {
    const session = await signIn()
    const gone = await program.call({ url: await begin({ kind: "wiki" }, session), headers: session })
    const cookie = `${session["cookie"]}; ${cookieOf(gone)}`
    await program.call({ method: "POST", url: "/api/auth/sign-out", headers: session })
    const overSession = await comeBack(confluence.answer(String(gone.headers["location"])), cookie)

    const { url, cookie: ofKey } = await walk({ kind: "wiki" })
    const { keys } = (await program.call({ url: "/api/v2/keys", headers: asAdmin })).json as { keys: { id: string }[] }
    await program.call({ method: "DELETE", url: `/api/v2/keys/${keys[0]?.id}`, headers: asAdmin })
    const revokedKey = await comeBack(confluence.answer(url), ofKey)

    expect([overSession, revokedKey].map(errorOf)).toEqual([
      [401, "invalid_api_key"],
      [401, "invalid_api_key"],
    ])
    expect(confluence.asked).toEqual([])
  })

  it("refuses another state, another browser, a second time and one that took too long", async () => {
    const { url, cookie } = await walk({ kind: "wiki" })
    const back = confluence.answer(url)
    const other = await walk({ kind: "wiki" })

    const answers = [
      await comeBack(back.replace(/state=[^&]+/, "state=made-up"), cookie),
      await comeBack(back.replace(/state=[^&]+&?/, ""), cookie),
      await comeBack(back, ""),
      await comeBack(back, other.cookie),
      await comeBack(back, "lectern_consent=v2.nonsense"),
    ]
    const good = await comeBack(back, cookie)
    const again = await comeBack(back, cookie)
    nowMs += 11 * MINUTE_MS
    const late = await comeBack(confluence.answer(other.url), other.cookie)

    expect([...answers, again, late].map(errorOf)).toEqual(Array.from({ length: 7 }, () => [404, "not_found"]))
    expect([good.status, confluence.asked]).toEqual([200, ["authorization_code"]])
  })

  it("leads nobody to the service by a link alone", async () => {
    const path = await begin({ kind: "wiki" })
    const first = await program.call({ url: path })
    const [, confirm = ""] = /confirm=([\w-]+)/.exec(first.text) ?? []

    const elsewhere = await program.call({ url: `${path}&confirm=${confirm}` })
    const unknown = await program.call({ url: path.replace(/ticket=.*/, "ticket=unknown") })

    expect([elsewhere.status, elsewhere.headers["location"]]).toEqual([200, undefined])
    expect(errorOf(unknown)).toEqual([404, "not_found"])
  })

  it("says that a person has not consented, and keeps nothing", async () => {
    const { url, cookie } = await walk({ kind: "wiki" })
    const answer = await comeBack(confluence.answer(url, "deny"), cookie)

    expect(errorOf(answer)).toEqual([403, "forbidden"])
    expect((answer.json as { message: string }).message).toContain("Start again and approve the access")
    expect((await listed()).connections).toEqual([])
    expect((await audited())[0]).toMatchObject({ action: "connection.refused", subject: "wiki" })
  })

  it("shows a browser on a page why an account is not connected", async () => {
    const { url, cookie } = await walk({ kind: "wiki" })
    const headers = { cookie, accept: "text/html,application/xhtml+xml" }
    const answer = await program.call({ url: pathOf(confluence.answer(url, "deny")), headers })

    expect([answer.status, answer.headers["content-type"]]).toEqual([403, "text/html; charset=utf-8"])
    expect(answer.text).toContain("The account is not connected")
    expect(answer.text).toContain("Start again and approve the access")
    expect(answer.text).toContain('href="../../../admin/connections"')
  })

  it.each([
    ["429", 504, "timeout"],
    ["500", 504, "timeout"],
    ["garbage", 504, "timeout"],
    ["no token", 504, "timeout"],
  ] as const)("says that the service issues no token when it answers %s", async (failure, status, code) => {
    confluence.failNext(failure)
    const answer = await connectBy(confluence, { kind: "wiki" })

    expect(errorOf(answer)).toEqual([status, code])
    expect((await listed()).connections).toEqual([])
  })

  it("takes the site that was named of several, and asks for a name when none was", async () => {
    confluence.sites.push({ id: "c-2", url: "https://stoat.atlassian.net", name: "stoat", scopes: SCOPES })
    confluence.sites.push({ id: "c-2", url: "https://mink.atlassian.net", name: "tickets", scopes: ["read:jira-work"] })

    const unnamed = await connectBy(confluence, { kind: "wiki" })
    const absent = await connectBy(confluence, { kind: "wiki", siteUrl: "https://mink.atlassian.net" })
    const named = await connectBy(confluence, { kind: "wiki", siteUrl: "https://stoat.atlassian.net" })

    expect([unnamed, absent].map(errorOf)).toEqual([
      [400, "validation_error"],
      [400, "validation_error"],
    ])
    expect((unnamed.json as { message: string }).message).toContain(
      "(https://otter.atlassian.net, https://stoat.atlassian.net)",
    )
    expect(named.status).toBe(200)
    expect((await listed()).connections.map(({ siteUrl }) => siteUrl)).toEqual(["https://stoat.atlassian.net"])
  })

  it("lets people in a browser choose one of several sites", async () => {
    confluence.sites.push({ id: "c-2", url: "https://stoat.atlassian.net", name: "stoat", scopes: SCOPES })
    const { url, cookie } = await walk({ kind: "wiki" })
    const headers = { cookie, accept: "text/html,application/xhtml+xml" }
    const offered = await program.call({ url: pathOf(confluence.answer(url)), headers })
    const links = [...offered.text.matchAll(/<a href="([^"]+ticket=[^"]+)">([^<]+)<\/a>/g)]
    const [, chosen = ""] = links.find(([, , site]) => site === "https://stoat.atlassian.net") ?? []
    const connected = await confirm(pathOf(chosen)).then(({ url: asked, cookie: own }) =>
      comeBack(confluence.answer(asked), own),
    )

    expect(links.map(([, , site]) => site)).toEqual(["https://otter.atlassian.net", "https://stoat.atlassian.net"])
    expect(connected.status).toBe(200)
    expect((await listed()).connections.map(({ siteUrl }) => siteUrl)).toEqual(["https://stoat.atlassian.net"])
  })

  it("gives the token back when an account is disconnected, where the service takes it", async () => {
    await connectBy(notion, { kind: "notes" })
    const [connection] = (await listed()).connections as [Connection]
    await program.call({ method: "DELETE", url: `/api/v2/connections/${connection.id}`, headers: asAdmin })

    expect([notion.asked, (await listed()).connections]).toEqual([["authorization_code", "revoke"], []])
  })

  it("reads a space through the gateway, with its files, and with a new token when the old one is not let in", async () => {
    const text = "Otters float on their backs while they sleep at the pier."
    const bytes = await makePdf([{ title: "Sleep", text }])
    wiki.pages.push(
      { id: "1", title: "Otter home", body: "<p>Everything about the otter platform and its crew.</p>", version: 1 },
      {
        id: "2",
        title: "Feeding",
        body: "<h2>Fish</h2><p>Feed herring at dawn, and never from the hand.</p>",
        version: 1,
        parentId: "1",
        attachments: [{ id: "9", title: "sleep.pdf", mediaType: "application/pdf", bytes }],
      },
    )
    await connectBy(confluence, { kind: "wiki" })
    confluence.expireTokens()
    const added = await addSpace()
    await program.settle()

    expect(added.status).toBe(200)
    expect(await newestJob(program)).toMatchObject({ state: "succeeded" })
    const ask = (query: string) =>
      program.call({ url: `/api/v2/context?libraryId=/wiki/otter-handbook&query=${query}`, headers: asAdmin })
    expect((await ask("feed%20herring")).text).toContain("never from the hand")
    expect((await ask("float%20sleep%20pier")).text).toContain("on their backs")
    expect(confluence.asked).toEqual(["authorization_code", "refresh_token"])
  })

  it("reads notes, and goes on with a new token when the old one runs out without notice", async () => {
    notes.pages.push({
      id: "0123456789abcdef0123456789abcdef",
      title: "Feeding",
      blocks: [textBlock("paragraph", "Feed herring at dawn, and never from the hand.")],
      editedAt: "2026-01-01T00:00:00.000Z",
    })
    await connectBy(notion, { kind: "notes" })
    notion.expireTokens()
    await post("/api/v2/add/notes", {
      workspaceId: "0a1b2c3d",
      workspaceName: "Otter notes",
      pageIds: ["0123456789abcdef0123456789abcdef"],
      title: "Team notes",
      description: "",
    })
    await program.settle()

    expect(await newestJob(program)).toMatchObject({ state: "succeeded" })
    const url = "/api/v2/context?libraryId=/notes/team-notes&query=feed%20herring"
    expect((await program.call({ url, headers: asAdmin })).text).toContain("never from the hand")
    expect(notion.asked).toEqual(["authorization_code", "refresh_token"])
  })

  it("says with 403 what to do once a consent was withdrawn: of the job, of adding, of the list", async () => {
    wiki.pages.push({ id: "1", title: "Home", body: "<p>Everything about the otter platform.</p>", version: 1 })
    await connectBy(confluence, { kind: "wiki" })
    confluence.withdraw()
    await addSpace()
    await program.settle()
    const job = await newestJob(program)
    const again = await addSpace()
    const [connection] = (await listed()).connections as [Connection]
    const test = await post(`/api/v2/connections/${connection.id}/test`, {})

    expect(job.state).toBe("failed")
    expect(JSON.stringify(job)).toContain("POST /api/v2/connections/consent")
    expect(errorOf(again)).toEqual([403, "forbidden"])
    expect((again.json as { message: string }).message).toContain("connect it again with POST")
    expect(connection.refusedAt).not.toBeNull()
    expect(test.json).toMatchObject({ accepted: false, message: expect.stringContaining("was revoked") })
  })

  it("leaves no readable token in answers and audit log", async () => {
    await connectBy(confluence, { kind: "wiki" })
    const texts = JSON.stringify([await listed(), await audited()])

    expect(texts).not.toMatch(/access-|refresh-/)
  })

  it("is refused where the settings name no client", async () => {
    const plain = await startTestProgram()
    const payload = { kind: "wiki" }
    const url = "/api/v2/connections/consent"

    const answer = await plain.call({ method: "POST", url, payload, headers: asAdmin })

    expect(errorOf(answer)).toEqual([400, "validation_error"])
    expect((answer.json as { message: string }).message).toContain("LECTERN_CONFLUENCE_CLIENT_ID")
    await plain.remove()
  })
})
