import { createHmac } from "node:crypto"
import { ListJobsResponse, LIMITS } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { silentLog } from "../../packages/server/src/base/log.ts"
import { systemClock } from "../../packages/server/src/base/clock.ts"
import { readSettings } from "../../packages/server/src/config/settings.ts"
import { openStore } from "../../packages/server/src/compose/open-store.ts"
import { obtainHookSecret } from "../../packages/server/src/service/incoming-hooks/hook-secret.ts"
import { startGitHost, type GitHost } from "./git-host.ts"
import { startProgram, type Program } from "./program.ts"

const GLOBAL_KEY = "a-key-for-everything"
let host: GitHost
let program: Program
let secret: string
beforeAll(async () => {
  host = await startGitHost()
  await host.commit("otter/docs", { "a.md": "# Otter\n\nThe otter swims in the river at night.\n" })
  program = await startProgram({ LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8", LECTERN_API_KEY: GLOBAL_KEY })
  secret = await secretOf(program)
  await program.call("POST", "/api/v2/add/repo/git", {
    key: GLOBAL_KEY,
    json: { docsRepoUrl: `${host.url}/otter/docs.git` },
  })
  await settle()
})
afterAll(async () => {
  await program.close()
  await host.close()
})

/** As `lectern admin hook-secret` does, beside the running server. */
async function secretOf({ dataDir }: Program, isNew = false): Promise<string> {
  const settings = readSettings({ LECTERN_DATA_DIR: dataDir })
  const store = await openStore(settings, { clock: systemClock, log: silentLog })
  const made = await obtainHookSecret({ ...store, log: silentLog }, isNew)
  await store.catalogue.close()
  return made
}

async function jobs(libraryId = "/otter/docs") {
  const answer = await program.call("GET", `/api/v2/jobs?libraryId=${libraryId}&limit=100`, { key: GLOBAL_KEY })
  return ListJobsResponse.parse(answer.json).jobs
}

const settle = () => waitForJobs("/otter/docs")

async function waitForJobs(libraryId: string) {
  const deadlineMs = performance.now() + 20_000
  for (;;) {
    const found = await jobs(libraryId)
    if (found.every(({ finishedAt }) => finishedAt !== null)) return found
    if (performance.now() > deadlineMs) throw new Error("the jobs did not end")
  }
}

const sign = (body: string, key = secret) => createHmac("sha256", key).update(body).digest("hex")

function gitHubPush(ref: string, cloneUrl = `${host.url}/otter/docs.git`): string {
  return JSON.stringify({ ref, repository: { clone_url: cloneUrl } })
}

async function send(forge: string, body: string, headers: Readonly<Record<string, string>>) {
  const { status, json } = await program.call("POST", `/api/v2/hooks/${forge}`, {
    body,
    headers: { "content-type": "application/json", ...headers },
  })
  return { status, json }
}

const gitHub = (body: string, headers: Readonly<Record<string, string>> = {}) =>
  send("github", body, { "x-github-event": "push", "x-hub-signature-256": `sha256=${sign(body)}`, ...headers })

async function queuedBy(act: () => Promise<unknown>): Promise<number> {
  await settle()
  const before = (await jobs()).length
  await act()
  await settle()
  return (await jobs()).length - before
}

describe("a push webhook", () => {
  it("of each forge queues a refresh of the library of its repository, on a closed instance too", async () => {
    const url = `${host.url}/otter/docs.git`
    const gitea = gitHubPush("refs/heads/main")
    const gitLab = JSON.stringify({ ref: "refs/heads/main", project: { git_http_url: url } })
    const change = { new: { type: "branch", name: "main" }, old: null }
    const bitbucket = JSON.stringify({
      repository: { links: { html: { href: url } } },
      push: { changes: [change] },
    })

    const sent = [
      () => gitHub(gitHubPush("refs/heads/main")),
      () => send("gitlab", gitLab, { "x-gitlab-event": "Push Hook", "x-gitlab-token": secret }),
      () => send("gitea", gitea, { "x-gitea-event": "push", "x-gitea-signature": sign(gitea) }),
      () =>
        send("bitbucket", bitbucket, { "x-event-key": "repo:push", "x-hub-signature": `sha256=${sign(bitbucket)}` }),
    ]

    for (const push of sent) {
      expect(
        await queuedBy(async () => {
          expect((await push()).status).toBe(202)
        }),
      ).toBe(1)
    }
  })

  it("may come as the form that GitHub sends by default", async () => {
    const body = new URLSearchParams({ payload: gitHubPush("refs/heads/main") }).toString()

    const queued = await queuedBy(async () => {
      expect((await gitHub(body, { "content-type": "application/x-www-form-urlencoded" })).status).toBe(202)
    })

    expect(queued).toBe(1)
  })

  it("brings what was pushed, and discovers a new tag", async () => {
    await host.commit("otter/docs", { "a.md": "# Otter\n\nThe otter now climbs a tree at noon.\n" })
    await host.tag("otter/docs", "v2.0.0")

    await gitHub(gitHubPush("refs/tags/v2.0.0"))
    await settle()

    const search = await program.call("GET", "/api/v2/context?libraryId=/otter/docs&query=otter%20tree", {
      key: GLOBAL_KEY,
    })
    const { json } = await program.call("GET", "/api/v2/libs/otter/docs", { key: GLOBAL_KEY })
    expect(search.text).toContain("climbs a tree")
    expect(json).toMatchObject({ availableVersions: [{ tag: "v2.0.0" }] })
  })

  it("refreshes private libraries of its repository too, in whatever spelling, and tells the sender nothing of them", async () => {
    await host.commit("den/secrets", { "a.md": "# Den\n\nThe otter hides here.\n" })
    await program.call("POST", "/api/v2/add/repo/git", {
      key: GLOBAL_KEY,
      json: { docsRepoUrl: `${host.url}/den/secrets`, private: true },
    })
    const settled = async () => (await waitForJobs("/den/secrets")).length
    const before = await settled()
    await host.commit("den/secrets", { "a.md": "# Den\n\nThe otter has moved to the lake.\n" })

    const answers = [
      await gitHub(gitHubPush("refs/heads/main", `${host.url}/Den/secrets.git`)),
      await gitHub(gitHubPush("refs/heads/main", `${host.url}/no/such.git`)),
    ]
    const after = await settled()

    expect(answers[0]).toEqual(answers[1])
    expect(after).toBe(before + 1)
    const search = await program.call("GET", "/api/v2/context?libraryId=/den/secrets&query=otter", { key: GLOBAL_KEY })
    expect(search.text).toContain("moved to the lake")
  })

  it("to a default branch with a new name refreshes a library that reads the default branch", async () => {
    const url = `${host.url}/otter/docs.git`
    const body = JSON.stringify({ ref: "refs/heads/trunk", repository: { clone_url: url, default_branch: "trunk" } })

    expect(await queuedBy(() => gitHub(body))).toBe(1)
    expect(await queuedBy(() => gitHub(gitHubPush("refs/heads/trunk")))).toBe(0)
  })

  it("of a branch that nobody has indexed, or of another event, queues nothing", async () => {
    const queued = await queuedBy(async () => {
      await gitHub(gitHubPush("refs/heads/somebody/else"))
      await gitHub(JSON.stringify({ zen: "Keep it simple." }), { "x-github-event": "ping" })
      await gitHub("{}")
    })

    expect(queued).toBe(0)
  })

  it("answers the same for a repository that is not there, and does no harm when it is sent again", async () => {
    const known = gitHubPush("refs/heads/main")
    const answers = [
      await gitHub(known),
      await gitHub(gitHubPush("refs/heads/main", `${host.url}/no/such.git`)),
      await gitHub(gitHubPush("refs/heads/main", "http://10.0.0.1/o/r.git")),
      await gitHub(gitHubPush("refs/heads/main", "no address")),
    ]
    const queued = await queuedBy(() => Promise.all(Array.from({ length: 20 }, () => gitHub(known))))

    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]?.status).toBe(202)
    // One that runs and one that waits, however many come.
    expect(queued).toBeLessThanOrEqual(4)
  })

  it.each([
    ["no signature", {}],
    ["another secret's", { "x-hub-signature-256": `sha256=${"0".repeat(64)}` }],
    ["half of one", { "x-hub-signature-256": "sha256=abcd" }],
    ["a key in its place", { authorization: `Bearer ${GLOBAL_KEY}` }],
  ])("with %s is refused, whatever it is about", async (_, headers) => {
    const bodies = [gitHubPush("refs/heads/main"), gitHubPush("refs/heads/main", `${host.url}/no/such.git`), "no JSON"]
    const queued = await queuedBy(async () => {
      const answers = await Promise.all(
        bodies.map((body) => send("github", body, { "x-github-event": "push", ...headers })),
      )
      const answer = { status: 401, json: { error: "invalid_api_key", message: expect.stringContaining("not signed") } }
      expect(answers).toEqual([answer, answer, answer])
    })

    expect(queued).toBe(0)
  })

  it("signed over other bytes, too large, or no JSON is refused", async () => {
    const body = gitHubPush("refs/heads/main")
    const moved = await gitHub(`${body} `, { "x-hub-signature-256": `sha256=${sign(body)}` })
    const large = await gitHub("x".repeat(LIMITS.hookMaxBytes + 1))
    const text = await gitHub("no JSON")
    const unknown = await send("forge", body, {})

    expect([moved, large, text, unknown].map(({ status }) => status)).toEqual([401, 413, 400, 400])
  })

  it("needs the new secret once there is one", async () => {
    const old = secret
    secret = await secretOf(program, true)
    const body = gitHubPush("refs/heads/main")

    expect((await gitHub(body, { "x-hub-signature-256": `sha256=${sign(body, old)}` })).status).toBe(401)
    expect((await gitHub(body)).status).toBe(202)
  })
})
