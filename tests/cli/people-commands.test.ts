import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { ListUsersResponse, type AuditEntry, type Member, type Teamspace } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ADMIN_KEY, startTestProgram, type TestProgram } from "../../packages/server/src/http/program.testing.ts"
import { EXIT_CODES } from "../../packages/cli/src/terminal/exit-codes.ts"
import { aFolder, run as runWith } from "../../packages/cli/src/run-command.testing.ts"

const PASSWORD = "a password of ann"

let programs: TestProgram[] = []
afterAll(() => Promise.all(programs.map((program) => program.remove())))

/** Runs command lines against a program of an edition, with the key of its first admin. */
async function startCommandLine(edition: "self-hosted" | "hosted") {
  const program = await startTestProgram({ environment: { LECTERN_EDITION: edition } })
  programs = [...programs, program]
  const url = await program.app.listen({ host: "127.0.0.1", port: 0 })
  const environment = { LECTERN_URL: url, LECTERN_API_KEY: ADMIN_KEY, ANNS_PASSWORD: PASSWORD }
  const run = (...argv: string[]) => runWith(argv, { environment })
  const json = async (...argv: string[]): Promise<unknown> => JSON.parse((await run(...argv, "--json")).outText())
  const typed = (stdinText: string, ...argv: string[]) => runWith(argv, { environment, stdinText })
  return { program, url, run, json, typed }
}

type CommandLine = Awaited<ReturnType<typeof startCommandLine>>

async function signIn({ program }: CommandLine, password: string): Promise<number> {
  const payload = { name: "ann", password }
  return (await program.call({ method: "POST", url: "/api/auth/sign-in", payload })).status
}

describe("the command line of a self-hosted instance", () => {
  let line: CommandLine
  beforeAll(async () => {
    line = await startCommandLine("self-hosted")
  })

  it("makes, changes, switches off and deletes accounts, and never takes a password as an argument", async () => {
    const made = await line.run("users", "create", "ann", "--password-from", "ANNS_PASSWORD")
    const before = await signIn(line, PASSWORD)
    const changed = await line.typed(
      "another password\n",
      "users",
      "change",
      "ann",
      "--new-password",
      "--role",
      "admin",
    )
    const after = [await signIn(line, PASSWORD), await signIn(line, "another password")]
    const off = await line.run("users", "change", "ann", "--off")
    const listed = ListUsersResponse.parse(await line.json("users", "list"))
    const asked = await line.typed("no\n", "users", "delete", "ann")
    const deleted = await line.run("users", "delete", "ann", "--yes")

    expect([made.exitCode, before, after, changed.outText()]).toEqual([
      EXIT_CODES.ok,
      200,
      [401, 200],
      expect.stringMatching(/^\w+ {2}ann {2}admin\n$/),
    ])
    expect(off.outText()).toMatch(/ {2}ann {2}admin {2}off\n$/)
    expect(listed.users.map(({ name, active }) => [name, active])).toContainEqual(["ann", false])
    expect([asked.exitCode, asked.errText()]).toEqual([
      EXIT_CODES.failure,
      expect.stringContaining("nothing was deleted"),
    ])
    expect([deleted.exitCode, (await line.run("users", "list")).outText()]).toEqual([
      EXIT_CODES.ok,
      expect.not.stringContaining("ann"),
    ])
  })

  it.each([
    [["users", "change", "ann"], "nothing to change"],
    [["users", "change", "ann", "--on", "--off"], "cannot be combined"],
    [["users", "create", "ann", "--password-from", "NOWHERE"], "NOWHERE is not set"],
    [["users", "create", "ann", "--role", "king"], "admin, member"],
    [["teamspaces", "change", "main"], "nothing to change"],
    [["invitations", "create", "ann", "--role", "king"], "owner, admin, developer"],
    [["audit", "list", "--limit", "0"], "whole number from 1"],
    [["audit", "export", "-", "--json"], "cannot be combined"],
  ])("refuses %j before anything is sent", async (argv, reason) => {
    const refused = await runWith(argv)

    expect([refused.exitCode, refused.errText()]).toEqual([EXIT_CODES.usage, expect.stringContaining(reason)])
  })

  it("says that the last admin stays", async () => {
    const last = await line.run("users", "delete", "admin", "--yes")

    expect([last.exitCode, last.errText()]).toEqual([
      EXIT_CODES.usage,
      expect.stringContaining("admin is the last active admin"),
    ])
  })

  it("makes a key that works, lists it without its value and revokes it", async () => {
    const made = (await line.json("keys", "create", "laptop")) as { id: string; key: string }
    const withKey = () => runWith(["keys", "list", "--url", line.url, "--api-key", made.key])
    const listed = await withKey()
    const revoked = await line.run("keys", "revoke", made.id)

    expect(listed.outText()).toContain(`${made.id}  laptop`)
    expect(listed.outText()).not.toContain(made.key)
    expect([revoked.exitCode, (await withKey()).exitCode]).toEqual([EXIT_CODES.ok, EXIT_CODES.notAllowed])
  })

  it("invites by a link that is printed once, and takes it back", async () => {
    const made = await line.run("invitations", "create", "ann@example.com")
    const [, id = ""] = /invitation (\w+) is valid/.exec(made.errText()) ?? []
    const listed = await line.run("invitations", "list")
    const revoked = await line.run("invitations", "revoke", id)

    expect(made.outText()).toBe(`${line.url}/invitation#${made.outText().split("#")[1]}`)
    expect(listed.outText()).toMatch(new RegExp(`^${id} {2}ann@example.com {2}developer {2}until `))
    expect([revoked.exitCode, (await line.run("invitations", "list")).errText()]).toEqual([
      EXIT_CODES.ok,
      "no open invitations\n",
    ])
  })

  it("shows the audit log and saves all of it, never over a file", async () => {
    const path = join(await aFolder(), "audit.jsonl")
    await line.run("keys", "create", "for the log")
    const listed = await line.run("audit", "list", "--limit", "1")
    const saved = await line.run("audit", "export", path)
    const again = await line.run("audit", "export", path)
    await writeFile(path, "")
    const forced = await line.run("audit", "export", path, "--force")
    const written = await line.run("audit", "export", "-")

    expect(listed.outText()).toMatch(/ {2}admin {2}key\.create {2}.*for the log/)
    expect(listed.errText()).toContain("save older entries")
    expect([saved.exitCode, again.exitCode, forced.exitCode]).toEqual([0, EXIT_CODES.failure, 0])
    const entries = (await readFile(path, "utf8"))
      .trim()
      .split("\n")
      .map((text) => JSON.parse(text) as AuditEntry)
    expect(entries.map(({ action }) => action)).toContain("key.create")
    expect(written.outText()).toContain('"action":"key.create"')
  })
})

describe("the command line of a hosted instance", () => {
  let line: CommandLine
  let members: readonly Member[]
  beforeAll(async () => {
    line = await startCommandLine("hosted")
    const { teamspaces, users } = line.program.context.catalogue
    const [first] = ((await line.json("teamspaces", "list")) as { teamspaces: Teamspace[] }).teamspaces
    const account = { name: "bob", role: "member", passwordHash: "", mustChangePassword: false } as const
    const bob = await users.add(account)
    await teamspaces.setRole(bob!.key, first!.id, "developer")
    members = ((await line.json("members", "list")) as { members: Member[] }).members
  })

  it("makes, renames and lists teamspaces, and gives them a plan", async () => {
    const made = (await line.json("teamspaces", "create", "Platform team")) as Teamspace
    const planned = await line.run("teamspaces", "change", made.id, "--plan", "team")
    const [own] = ((await line.json("teamspaces", "list")) as { teamspaces: Teamspace[] }).teamspaces
    const renamed = await line.run("teamspaces", "change", own!.id, "--name", "Platform")
    const listed = await line.run("teamspaces", "list")

    expect(planned.outText()).toMatch(new RegExp(`^${made.id} {2}Platform team {2}plan team`))
    expect(renamed.outText()).toMatch(new RegExp(`^${own!.id} {2}Platform {2}plan team {2}you are owner\n$`))
    expect(listed.outText()).toBe(renamed.outText())
  })

  it("gives members another role by name and removes them", async () => {
    const changed = await line.run("members", "change", "bob", "admin")
    const removed = await line.run("members", "remove", "bob")
    const nobody = await line.run("members", "remove", "bob")

    expect(members.map(({ name, role }) => `${name} ${role}`)).toEqual(["admin owner", "bob developer"])
    expect(changed.outText()).toMatch(/ {2}bob {2}admin {2}since /)
    expect([removed.exitCode, nobody.exitCode, nobody.errText()]).toEqual([
      EXIT_CODES.ok,
      EXIT_CODES.notFound,
      expect.stringContaining("bob is not a member"),
    ])
  })

  it("makes, renames and deletes projects", async () => {
    const { id } = (await line.json("projects", "create", "payments")) as { id: string }
    const renamed = await line.run("projects", "rename", id, "billing")
    const listed = await line.run("projects", "list")
    const deleted = await line.run("projects", "delete", id)

    expect(renamed.outText()).toBe(`${id}  billing\n`)
    expect(listed.outText()).toMatch(/^\w+ {2}\S+ {2}default\n\w+ {2}billing\n$/)
    expect([deleted.exitCode, (await line.run("projects", "list")).outText()]).toEqual([
      EXIT_CODES.ok,
      expect.not.stringContaining("billing"),
    ])
  })

  it("works in the teamspace that is named, and says which there is not", async () => {
    const { key } = await line.program.context.catalogue.teamspaces.add({ name: "other", plan: "free" })
    const other = await line.run("members", "list", "--teamspace", key)
    const missing = await line.run("members", "list", "--teamspace", "nobody")

    expect([other.exitCode, other.outText()]).toEqual([EXIT_CODES.ok, ""])
    expect([missing.exitCode, missing.errText()]).toEqual([
      EXIT_CODES.notFound,
      expect.stringContaining("teamspace nobody does not exist"),
    ])
  })
})
