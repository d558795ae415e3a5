import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { captureIo } from "./captured-io.testing.ts"
import type { ServerEntryPoints } from "./session/server-entry-points.ts"
import { sendJson, aSearchResult } from "./contract-server.testing.ts"
import { runCli } from "./run-cli.ts"
import { aFolder, aServer, entryPoints, KEY, run } from "./run-command.testing.ts"

describe("lectern", () => {
  it("prints its version and help with exit code 0, and rejects unknown commands with exit code 2", async () => {
    expect(await run(["--version"])).toMatchObject({ exitCode: 0 })
    const help = await run(["--help"])
    const unknown = await run(["serch", "x"])
    const nothing = await run([])

    expect(help.outText()).toMatch(/Exit codes:[\s\S]*\$ lectern serve/)
    expect([help.exitCode, unknown.exitCode, nothing.exitCode]).toEqual([0, 2, 2])
    expect(unknown.errText()).toContain("Did you mean search?")
  })

  it("lists every command under a heading", async () => {
    const help = await run(["--help"])

    const headings = help.outText().match(/^[A-Z][^:\n]*:$/gm)
    expect(headings?.slice(1, -3)).toEqual([
      "Libraries:",
      "Answers:",
      "Coding agents:",
      "Accounts and access:",
      "Server:",
      "Help:",
    ])
  })

  it.each([
    "add",
    "search",
    "ask",
    "status",
    "refresh",
    "change",
    "cancel",
    "delete",
    "export",
    "import",
    "serve",
    "work",
    "migrate",
    "backup",
    "restore",
  ])("shows an example of %s", async (command) => {
    const help = await run([command, "--help"])

    expect(help.outText()).toContain(`  $ lectern ${command}`)
  })

  it("explains what to do if the server is unreachable, with exit code 5", async () => {
    const server = await aServer({})
    await server.close()

    const { exitCode, errText, outText } = await run(["search", "x", "--url", server.url, "--json"])

    expect(exitCode).toBe(5)
    expect(errText()).toContain(`no server responds at ${server.url}`)
    expect(errText()).toContain("lectern serve")
    expect(JSON.parse(outText())).toMatchObject({ error: "unreachable" })
  })

  it.each([
    [400, "validation_error", 2],
    [401, "invalid_api_key", 4],
    [403, "forbidden", 4],
    [404, "library_not_found", 3],
    [202, "library_not_finalized", 1],
    [500, "internal_error", 1],
  ])("turns status %i into its exit code", async (status, error, exitCode) => {
    const server = await aServer({ "GET /api/v2/context": sendJson(status, { error, message: "the message" }) })

    const outcome = await run(["ask", "/a/b", "how?", "--json"], { environment: { LECTERN_URL: server.url } })

    expect(outcome.exitCode).toBe(exitCode)
    expect(outcome.errText()).toContain("lectern: the message")
    expect(JSON.parse(outcome.outText())).toMatchObject({ error, message: "the message" })
  })

  it("sends the key from the environment, and never prints it", async () => {
    const server = await aServer({
      "GET /api/v2/libs/search": sendJson(401, { error: "invalid_api_key", message: "wrong key" }),
    })

    const { outText, errText } = await run(["search", "x", "--url", server.url], {
      environment: { LECTERN_API_KEY: KEY },
    })

    expect(server.requests).toEqual([`GET /api/v2/libs/search?libraryName=x Bearer ${KEY}`])
    expect(outText() + errText()).not.toContain(KEY)
  })

  it("exits without an error when the reader of its output closes the pipe", async () => {
    const results = Array.from({ length: 30 }, () => aSearchResult())
    const server = await aServer({ "GET /api/v2/libs/search": sendJson(200, { results, searchFilterApplied: false }) })
    const io = captureIo({ environment: { LECTERN_URL: server.url } })
    ;(io.stdout as unknown as { destroy: (error: Error) => void }).destroy(
      Object.assign(new Error("closed"), { code: "EPIPE" }),
    )

    expect(await runCli(["search", "x"], entryPoints, io)).toBe(0)
    expect(io.errText()).toBe("")
  })
})

describe("lectern --local", () => {
  it("opens the data directory, with a worker if the command waits for jobs, and always closes it", async () => {
    const server = await aServer({
      "GET /api/v2/libs/search": sendJson(500, { error: "internal_error", message: "broken" }),
    })
    const steps: unknown[] = []
    const openLocal: ServerEntryPoints["openLocal"] = (flags) => {
      steps.push(flags)
      return Promise.resolve({ url: server.url, apiKey: KEY, fetch, close: async () => void steps.push("closed") })
    }

    const found = await run(["search", "x", "--local", "--data-dir", "/data"], { entryPoints: { openLocal } })
    await run(["refresh", "/a/b", "--local"], { entryPoints: { openLocal } })

    expect(found.exitCode).toBe(1)
    expect(server.requests[0]).toContain(`Bearer ${KEY}`)
    expect(steps).toEqual([{ worker: false, dataDir: "/data" }, "closed", { worker: true }, "closed"])
  })

  it("creates a data directory only for commands that add something", async () => {
    const opened: unknown[] = []
    const missing = {
      findDataDir: () => Promise.reject(Object.assign(new Error("there is no instance in /e"), { problems: ["none"] })),
      openLocal: () => {
        opened.push("opened")
        return Promise.reject(new Error("opened"))
      },
    }
    const folder = await aFolder()
    const manifest = join(folder, "lectern.yaml")
    await writeFile(manifest, "libraries: []\n")
    const reading = [["search", "x"], ["ask", "x", "y"], ["status"], ["versions", "list", "x"], ["sync", folder]]
    const commands = [...reading, ["apply", "--dry-run", "-f", manifest], ["refresh", "x"]]

    for (const command of commands) {
      const { exitCode, errText } = await run([...command, "--local"], { entryPoints: missing })
      expect([command, exitCode, errText()]).toEqual([command, 2, expect.stringContaining("no instance in /e")])
    }
    expect(opened).toEqual([])
    for (const command of [
      ["add", "a/b"],
      ["apply", "-f", manifest],
      ["sync", folder, "--yes"],
    ]) {
      await run([...command, "--local"], { entryPoints: missing })
    }
    expect(opened).toHaveLength(3)
  })

  it("ends its requests before it closes, because an unread response would keep the process running", async () => {
    const server = await aServer({ "GET /api/v2/libs/a/b/export": (_request, response) => response.write("PK") })
    const signals: (AbortSignal | null | undefined)[] = []
    const isAborted: (boolean | undefined)[] = []
    const openLocal: ServerEntryPoints["openLocal"] = () =>
      Promise.resolve({
        url: server.url,
        apiKey: KEY,
        fetch: (url, init) => {
          signals.push(init?.signal)
          return fetch(url, init)
        },
        close: async () => void isAborted.push(...signals.map((signal) => signal?.aborted)),
      })
    const file = join(await aFolder(), "b.zip")
    await writeFile(file, "")

    const { exitCode } = await run(["export", "/a/b", file, "--local"], { entryPoints: { openLocal } })

    expect([exitCode, isAborted]).toEqual([1, [true]])
  })

  it("refuses options that contradict each other", async () => {
    expect(await run(["search", "x", "--local", "--url", "http://127.0.0.1:1"])).toMatchObject({ exitCode: 2 })
    expect(await run(["search", "x", "--data-dir", "/data"])).toMatchObject({ exitCode: 2 })
  })

  it("explains what to do if it was installed for another version of Node", async () => {
    const dlopen = new Error("The module better_sqlite3.node was compiled against a different Node.js version")
    const openLocal = () => Promise.reject(Object.assign(dlopen, { code: "ERR_DLOPEN_FAILED" }))

    const { exitCode, errText } = await run(["search", "x", "--local"], { entryPoints: { openLocal } })

    expect(exitCode).toBe(1)
    expect(errText()).toContain("npm rebuild")
  })

  it("exits with code 2 if the settings are invalid", async () => {
    const openLocal = () =>
      Promise.reject(Object.assign(new Error("bad settings:\n  LECTERN_PORT: no"), { problems: ["LECTERN_PORT: no"] }))

    const { exitCode, errText } = await run(["search", "x", "--local"], { entryPoints: { openLocal } })

    expect(exitCode).toBe(2)
    expect(errText()).toContain("LECTERN_PORT: no")
  })
})

describe("lectern serve, work, migrate and admin", () => {
  it("pass their options through the entryPoints", async () => {
    const calls: unknown[] = []
    const keep = (name: string) => async (flags: unknown) => void calls.push([name, flags])
    const own = { serve: keep("serve"), work: keep("work"), migrate: keep("migrate") }

    await run(["serve", "--host", "0.0.0.0", "--port", "0", "--data-dir", "/d", "--no-worker"], { entryPoints: own })
    await run(["serve"], { entryPoints: own })
    await run(["work", "--data-dir", "/d"], { entryPoints: own })
    const migrated = await run(["migrate", "--json"], { entryPoints: own })

    expect(calls).toEqual([
      ["serve", { worker: false, host: "0.0.0.0", port: 0, dataDir: "/d" }],
      ["serve", { worker: true }],
      ["work", { dataDir: "/d" }],
      ["migrate", {}],
    ])
    expect(JSON.parse(migrated.outText())).toEqual({ message: "the data directory is up to date" })
    expect(await run(["serve", "--port", "99999"])).toMatchObject({ exitCode: 2 })
  })

  it("create an account in the data directory and print only its password to stdout", async () => {
    const createUser: ServerEntryPoints["createUser"] = ({ name, role = "member" }) =>
      Promise.resolve({ name, role, password: "made up" })

    const plain = await run(["admin", "create-user", "ann", "--role", "admin"], { entryPoints: { createUser } })
    const json = await run(["admin", "create-user", "ben", "--json"], { entryPoints: { createUser } })
    const wrong = await run(["admin", "create-user", "eve", "--role", "king"], { entryPoints: { createUser } })

    expect(plain.outText()).toBe("made up\n")
    expect(JSON.parse(json.outText())).toEqual({ name: "ben", role: "member", password: "made up" })
    expect(wrong.outText()).toBe("")
  })

  it("set a password in the data directory without passing it as an argument", async () => {
    const calls: unknown[] = []
    const setPassword: ServerEntryPoints["setPassword"] = async (call) => void calls.push(call)
    const environment = { ANNS_PASSWORD: "from the environment" }

    const piped = await run(["admin", "set-password"], { entryPoints: { setPassword }, stdinText: "typed by hand\n" })
    await run(["admin", "set-password", "ann", "--password-from", "ANNS_PASSWORD", "--data-dir", "/d"], {
      entryPoints: { setPassword },
      environment,
    })

    expect(calls).toEqual([
      { name: "admin", password: "typed by hand", dataDir: undefined },
      { name: "ann", password: "from the environment", dataDir: "/d" },
    ])
    expect(piped.outText()).toBe("")
    expect(piped.errText()).toContain("set the password of admin")
  })

  it("create a key in the data directory and print only the key to stdout", async () => {
    const createKey: ServerEntryPoints["createKey"] = ({ label, userName }) =>
      Promise.resolve({ key: KEY, userName: userName ?? `admin for ${label}` })

    const plain = await run(["admin", "create-key", "--label", "ci"], { entryPoints: { createKey } })
    const json = await run(["admin", "create-key", "--json"], { entryPoints: { createKey } })

    expect(plain.outText()).toBe(`${KEY}\n`)
    expect(plain.errText()).toContain("data directory: /d\n")
    expect(JSON.parse(json.outText())).toEqual({ key: KEY, userName: "admin for command line" })
  })

  it("says how to create an account if there is none for the key", async () => {
    const createKey = () => Promise.reject(new Error("account admin does not exist"))

    const { exitCode, errText } = await run(["admin", "create-key"], { entryPoints: { createKey } })

    expect(exitCode).toBe(3)
    expect(errText()).toContain(
      "account admin does not exist\nname an account with --user, or create one with: lectern admin create-user",
    )
  })
})
