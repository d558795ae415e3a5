import { createHmac } from "node:crypto"
import { readdir, readFile, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { LibraryRecord } from "@lectern/contract"
import { systemClock } from "../../packages/server/src/base/clock.ts"
import { silentLog } from "../../packages/server/src/base/log.ts"
import { openStore } from "../../packages/server/src/compose/open-store.ts"
import { readSettings } from "../../packages/server/src/config/settings.ts"
import { obtainHookSecret } from "../../packages/server/src/service/incoming-hooks/hook-secret.ts"
import { makeKeyPair, openSshHost, type SshHost } from "../../packages/server/src/sources/git/ssh/ssh-host.testing.ts"
import { startGitHost, type GitHost } from "./git-host.ts"
import { startProgram, type Program } from "./program.ts"

const LOCAL = { LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8" }
const key = makeKeyPair()

let host: GitHost
let server: SshHost
let program: Program
const seen: string[] = []
beforeAll(async () => {
  host = await startGitHost()
  server = await openSshHost({ root: host.root, allowed: key })
  program = await startProgram(LOCAL)
})
afterAll(async () => {
  await program.close()
  await server.close()
  await host.close()
})

const page = (word: string) => ({ "docs/a.md": `# Otter\n\nThe otter is of ${word}.\n` })
const addressOf = (name: string, port = server.port) => `ssh://git@127.0.0.1:${port}/${name}.git`
async function post(path: string, json: object, at: Program = program) {
  const answer = await at.call("POST", path, { key: at.key, json })
  seen.push(answer.text)
  return answer
}
const add = (name: string, more: object = {}, at: Program = program) =>
  post("/api/v2/add/repo/git", { docsRepoUrl: addressOf(name), gitToken: key.private, ...more }, at)
const refresh = (libraryName: string, more: object = {}) => post("/api/v1/refresh", { libraryName, ...more })
async function settle(id: string, at: Program = program) {
  const job = await at.settle(id)
  seen.push(JSON.stringify(job))
  return job
}
const ask = (libraryId: string) =>
  program.call("GET", `/api/v2/context?${new URLSearchParams({ libraryId, query: "otter" }).toString()}`, {
    key: program.key,
  })
const record = async (id: string) =>
  LibraryRecord.parse((await program.call("GET", `/api/v2/libs${id}`, { key: program.key })).json)

/** Everything that the program has written so far. */
async function bytesOnDisk(): Promise<string> {
  const entries = await readdir(program.dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return (await Promise.all(files.map((file) => readFile(file, "latin1")))).join("\n")
}

describe("a repository with a deploy key", () => {
  it("is read over ssh, answers, is private, and is read again", async () => {
    await host.commit("den/secrets", page("first"))

    const added = await add("den/secrets")
    const job = await settle("/den/secrets")
    const first = await ask("/den/secrets")
    await host.commit("den/secrets", page("second"))
    await refresh("/den/secrets")
    const again = await settle("/den/secrets")
    const second = await ask("/den/secrets")

    expect([added.status, job.state, again.state], JSON.stringify(job)).toEqual([200, "succeeded", "succeeded"])
    expect(first.text).toContain("The otter is of first.")
    expect(second.text).toContain("The otter is of second.")
    const { source, private: isPrivate, sourceUrl = "" } = { sourceUrl: undefined, ...(await record("/den/secrets")) }
    expect([source.url, isPrivate, sourceUrl]).toEqual([addressOf("den/secrets"), true, ""])
    expect(second.text).toContain(`Source: ${addressOf("den/secrets")}#docs/a.md`)
    expect(new Set(server.commands)).toEqual(new Set(["git-upload-pack '/den/secrets.git'"]))
    expect(host.requestCount()).toBe(0)
  })

  it("gives its tags as versions, and branches that a refresh names", async () => {
    await host.commit("den/versions", page("one"))
    await host.tag("den/versions", "v1.0.0")
    await host.commit("den/versions", page("next"), "next")
    await host.commit("den/versions", page("main"))
    await add("den/versions")
    await settle("/den/versions")

    const version = await post("/api/v2/libs/den/versions/versions", { tag: "v1.0.0" })
    const branch = await refresh("/den/versions", { branch: "next" })
    const missing = await refresh("/den/versions", { branch: "nowhere" })
    await vi.waitFor(
      async () => expect([...(await record("/den/versions")).versions].sort()).toEqual(["next", "v1.0.0"]),
      { timeout: 25_000, interval: 20 },
    )

    expect([version.status, branch.status, missing.status]).toEqual([202, 200, 404])
    expect((await ask("/den/versions/v1")).text).toContain("The otter is of one.")
    expect((await ask("/den/versions/next")).text).toContain("The otter is of next.")
  })

  it("is followed to the place that its host announces", async () => {
    await host.commit("old/place", page("the move"))
    await add("old/place")
    await settle("/old/place")
    await host.move("old/place", "new/place")
    await host.commit("old/place", page("the move"))
    server.announce(
      `remote: \nremote: Project 'old/place' was moved to 'new/place'.\nremote: \nremote: Please update your Git remote:\nremote: \nremote:   git remote set-url origin ${addressOf("new/place")}\nremote: \n`,
    )

    await refresh("/old/place")
    await settle("/new/place")
    server.announce(undefined)

    const old = await ask("/old/place")
    expect([old.status, old.json]).toMatchObject([301, { redirectUrl: "/new/place" }])
    expect((await record("/new/place")).source.url).toBe(addressOf("new/place"))
  })

  it("says that the host refuses a key, and takes a better one", async () => {
    await host.commit("den/refused", page("patience"))
    await add("den/refused", { gitToken: makeKeyPair().private })
    const refused = await settle("/den/refused")
    await refresh("/den/refused", { gitToken: key.private })
    const mended = await settle("/den/refused")

    expect([refused.state, mended.state]).toEqual(["failed", "succeeded"])
    expect(refused.error).toMatchObject({ code: "forbidden", message: expect.stringContaining("rejected the key") })
  })

  it("is refreshed by the webhook of a push", async () => {
    await host.commit("den/pushed", page("before"))
    await add("den/pushed")
    await settle("/den/pushed")
    await host.commit("den/pushed", page("after the push"))
    const store = await openStore(readSettings({ LECTERN_DATA_DIR: program.dataDir }), {
      clock: systemClock,
      log: silentLog,
    })
    const secret = await obtainHookSecret({ ...store, log: silentLog }, false)
    await store.catalogue.close()
    const body = JSON.stringify({
      ref: "refs/heads/main",
      repository: { clone_url: `${host.url}/den/pushed.git`, ssh_url: addressOf("den/pushed") },
    })
    const signature = createHmac("sha256", secret).update(body).digest("hex")

    const answer = await program.call("POST", "/api/v2/hooks/github", {
      body,
      headers: {
        "content-type": "application/json",
        "x-github-event": "push",
        "x-hub-signature-256": `sha256=${signature}`,
      },
    })
    await settle("/den/pushed")

    expect(answer.status).toBe(202)
    expect((await ask("/den/pushed")).text).toContain("The otter is of after the push.")
  })

  it("leaves its key in no answer, file, job or argument", async () => {
    for (const path of ["/api/v2/jobs", "/api/v2/libs/den/secrets"]) {
      seen.push((await program.call("GET", path, { key: program.key })).text)
    }
    const written = seen.join("\n") + (await bytesOnDisk())
    const lines = key.private.split("\n").filter((line) => line.length > 20)

    expect(lines.length).toBeGreaterThan(2)
    for (const line of lines) expect(written).not.toContain(line)
    expect(await readdir(join(program.dataDir, "work"))).toEqual([])
  })
})

describe("the key of an ssh host", () => {
  it("is trusted the first time, and a change of it fails the job with what to do", async () => {
    const first = await openSshHost({ root: host.root, allowed: key })
    const { port } = first
    await host.commit("den/held", page("trust"))
    await add("den/held", { docsRepoUrl: addressOf("den/held", port) })
    const trusted = await settle("/den/held")
    const knownHosts = join(program.dataDir, "known_hosts")
    const remembered = await readFile(knownHosts, "utf8")
    await first.close()
    const other = await openSshHost({ root: host.root, allowed: key, port })
    await refresh("/den/held")
    const changed = await settle("/den/held")
    await writeFile(knownHosts, remembered.replace(/^\[127\.0\.0\.1\]:\d+ .*\n/gm, ""))
    await refresh("/den/held")
    const accepted = await settle("/den/held")
    await other.close()

    expect([trusted.state, changed.state, accepted.state]).toEqual(["succeeded", "failed", "succeeded"])
    expect(remembered).toContain(first.knownHostsLine.trim().split(" ").slice(0, 3).join(" "))
    expect(changed.error).toEqual({
      code: "forbidden",
      message: `the host key of [127.0.0.1]:${port} has changed: someone may be intercepting the connection. Only if the host has announced a new key, remove the lines of [127.0.0.1]:${port} from known_hosts in the data directory and refresh`,
      retryable: false,
    })
    expect((await stat(knownHosts)).isFile()).toBe(true)
  })

  it("has to be in the file of LECTERN_SSH_KNOWN_HOSTS when that is set", async () => {
    await host.commit("den/pinned", page("pins"))
    const pinned = join(host.root, "pinned_hosts")
    await writeFile(pinned, "")
    const strict = await startProgram({ ...LOCAL, LECTERN_SSH_KNOWN_HOSTS: pinned })
    expect((await add("den/pinned", {}, strict)).text).toContain("queued")
    const unknown = await settle("/den/pinned", strict)
    await writeFile(pinned, server.knownHostsLine)
    await add("den/pinned", {}, strict)
    const known = await settle("/den/pinned", strict)
    await strict.close()

    expect([unknown.state, known.state]).toEqual(["failed", "succeeded"])
    expect(unknown.error?.message).toContain("is not in the file that LECTERN_SSH_KNOWN_HOSTS names")
    expect(await readFile(pinned, "utf8")).toBe(server.knownHostsLine)
  })
})

describe("an ssh address", () => {
  it("without a key is fetched over https, and has the same identifier", async () => {
    const before = server.commands.length

    const answers = [
      await add("open/docs", { gitToken: undefined }),
      await add("open/docs", { gitToken: undefined, docsRepoUrl: "git@127.0.0.1:open/docs.git" }),
    ]
    await settle("/open/docs")

    expect(answers.map(({ status, json }) => [status, (json as { libraryName: string }).libraryName])).toEqual([
      [200, "/open/docs"],
      [200, "/open/docs"],
    ])
    expect([(await record("/open/docs")).source.url, server.commands.length]).toEqual([
      "https://127.0.0.1/open/docs.git",
      before,
    ])
  })

  it.each([
    ["a key with a passphrase", { gitToken: makeKeyPair("otter").private }, /passphrase/],
    ["half a key", { gitToken: key.private.slice(0, 200) }, /not a complete private key/],
    ["a public key", { gitToken: key.public }, /not a complete private key/],
    ["a key for a web address", { docsRepoUrl: "https://example.com/o/r" }, /add the repository as git@host/],
    ["a private network", { docsRepoUrl: "ssh://git@10.0.0.1/o/r.git" }, /cannot fetch from/],
    ["a private network in scp form", { docsRepoUrl: "git@192.168.0.1:o/r.git" }, /cannot fetch from/],
    ["a private network as a number", { docsRepoUrl: "ssh://git@0x0a000001/o/r.git" }, /cannot fetch from/],
    ["an option as user", { docsRepoUrl: "ssh://-oProxyCommand=x@example.com/o/r.git" }, /is not a user name/],
  ])("with %s is refused at once", async (_, more, message) => {
    const answer = await add("den/never", more)

    expect([answer.status, answer.json]).toMatchObject([400, { error: "validation_error" }])
    expect(answer.text).toMatch(message)
    expect(answer.text).not.toContain(key.private.split("\n")[2])
  })
})
