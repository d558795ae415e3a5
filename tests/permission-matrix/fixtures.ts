import { newApiKey } from "../../packages/server/src/access/identity/api-keys.ts"
import type { Caller, UserCaller } from "../../packages/server/src/access/identity/caller.ts"
import { hashPassword } from "../../packages/server/src/access/identity/passwords.ts"
import type { Edition } from "../../packages/server/src/access/identity/user-caller.ts"
import { systemClock } from "../../packages/server/src/base/clock.ts"
import { silentLog } from "../../packages/server/src/base/log.ts"
import {
  MAIN_TEAMSPACE,
  type Plan,
  type TeamspaceRole,
} from "../../packages/server/src/catalogue/teamspaces/records.ts"
import type { LibraryRecord, SourceRecord } from "../../packages/server/src/catalogue/libraries/records.ts"
import type { UserRecord } from "../../packages/server/src/catalogue/users/records.ts"
import { makeWorker } from "../../packages/server/src/compose/make-worker.ts"
import { openStore } from "../../packages/server/src/compose/open-store.ts"
import { startTestProgram, type TestProgram } from "../../packages/server/src/http/program.testing.ts"
import { obtainHookSecret } from "../../packages/server/src/service/incoming-hooks/hook-secret.ts"
import { importMarked, marksOf } from "../requirements/teamspaces.ts"
import { type Outside, startOutside } from "./external-services.ts"
import { sha256Hex } from "../../packages/server/src/base/sha256.ts"

/** The key from the environment of a closed instance; invalid on an open one. */
export const GLOBAL_KEY = "a-global-key-for-everything"

/** Password of every account. */
export const PASSWORD = "a password that is long enough"

/** Ids of existing libraries; the first two answer questions about animals. */
export const PUBLIC_LIBRARY = marksOf(1).id
export const PRIVATE_LIBRARY = marksOf(2).id
export const GIT_LIBRARY = "/rule/book"
export const GIT_TAG = "v1.0.0"

/** A person with an account, as requests need it. */
export interface Person {
  readonly user: UserRecord
  readonly teamspaceKey: string
  readonly caller: UserCaller
}

/** A person to create. */
export interface NewPerson {
  readonly name: string
  readonly role?: "admin" | "member"
  readonly teamspaceKey: string
  readonly teamspaceRole: TeamspaceRole
  readonly plan: Plan | null
  readonly mustChangePassword?: boolean
}

/** An instance with libraries, teamspaces and people. */
export interface World {
  readonly edition: Edition
  readonly isClosed: boolean
  /** True if single sign-on is configured, as it is on closed instances. */
  readonly hasSso: boolean
  readonly program: TestProgram
  readonly outside: Outside
  /** The secret with which git hosts sign webhooks. */
  readonly hookSecret: string
  /** Teamspace that owns the private library; in the self-hosted edition, the only teamspace. */
  readonly teamspaceKey: string
  readonly privateLibraryKey: string
  /** Returns a word that has not been used before. */
  fresh(word: string): string
  makePerson(person: NewPerson): Promise<Person>
  makeKey(person: Person): Promise<{ readonly id: string; readonly key: string }>
  /** Starts a session. @returns its token. */
  makeSession(person: Person): Promise<string>
  /** Adds a library of a git repository, which is never fetched. */
  makeLibrary(owner?: string | null): Promise<LibraryRecord>
  makeTeamspace(plan: Plan): Promise<string>
  remove(): Promise<void>
}

/** Creates a program with one public and one private library that have answers. */
export async function makeWorld(edition: Edition, isClosed: boolean): Promise<World> {
  const outside = await startOutside()
  const environment = {
    LECTERN_EDITION: edition,
    LECTERN_ADMIN_PASSWORD: PASSWORD,
    // No worker runs, so that requested backups stay requests.
    LECTERN_BACKUP_TO: "/var/backups/lectern",
    // Every request may create users, and plans must not limit their number.
    LECTERN_PLAN_MEMBERS: "free=100000,pro=100000,team=100000",
    ...(isClosed ? { LECTERN_API_KEY: GLOBAL_KEY, ...outside.ssoSettings } : {}),
  }
  const program = await startTestProgram({ environment })
  const { catalogue } = program.context
  await ingest(program, () => importMarked(program, [1, 2]))
  const teamspaceKey =
    edition === "hosted" ? (await catalogue.teamspaces.add({ name: "one", plan: "team" })).key : MAIN_TEAMSPACE
  const making = makersOf(program, edition)
  const privateLibraryKey = await placeLibraries(program, teamspaceKey, making)
  return {
    edition,
    isClosed,
    hasSso: isClosed,
    program,
    outside,
    hookSecret: await obtainHookSecret(program.context, false),
    teamspaceKey,
    privateLibraryKey,
    ...making,
    makeLibrary: (owner) => making.makeLibrary(owner),
    async remove() {
      await program.remove()
      await outside.close()
    },
  }
}

/** Makes one of the libraries private, and adds one of a git repository. @returns the row of the private one. */
async function placeLibraries(
  { context: { catalogue, catalogueSync } }: TestProgram,
  teamspaceKey: string,
  { makeLibrary }: ReturnType<typeof makersOf>,
): Promise<string> {
  const library = await catalogue.libraries.byId(PRIVATE_LIBRARY)
  if (library === undefined) throw new Error(`${PRIVATE_LIBRARY} was not imported`)
  await catalogue.libraries.update(library.key, { teamspaceKey, isPrivate: true })
  const git = await makeLibrary(null, GIT_LIBRARY)
  await catalogue.libraries.update(git.key, { branch: "main", availableTags: [GIT_TAG] })
  await catalogueSync.catchUp()
  return library.key
}

/** Runs a worker beside the program while `make` runs. */
async function ingest({ context }: TestProgram, make: () => Promise<void>): Promise<void> {
  const runtime = { clock: systemClock, log: silentLog }
  const store = await openStore(context.settings, runtime)
  const worker = await makeWorker(context.settings, store, runtime)
  const stopping = new AbortController()
  const running = worker.run(stopping.signal)
  await make()
  stopping.abort()
  await running
  await store.catalogue.close()
}

function makersOf(program: TestProgram, edition: Edition) {
  const { catalogue, sessions } = program.context
  let count = 0
  let passwordHash: Promise<string> | undefined
  const fresh = (word: string) => `${word}-${++count}`
  return {
    fresh,
    async makePerson({
      name,
      role = "member",
      teamspaceKey,
      teamspaceRole,
      plan,
      mustChangePassword = false,
    }: NewPerson) {
      passwordHash ??= hashPassword(PASSWORD)
      const user = await catalogue.users.add({ name, role, passwordHash: await passwordHash, mustChangePassword })
      if (user === undefined) throw new Error(`there is an account ${name} already`)
      if (edition === "hosted") await catalogue.teamspaces.setRole(user.key, teamspaceKey, teamspaceRole)
      const caller: UserCaller = {
        kind: "user",
        userKey: user.key,
        name,
        role,
        mustChangePassword,
        teamspaceKey,
        teamspaceRole,
        plan,
        groups: [],
        via: "key",
        keyKey: null,
      }
      return { user, teamspaceKey, caller }
    },
    async makeKey({ user, teamspaceKey }: Person) {
      const key = newApiKey()
      const row = { userKey: user.key, teamspaceKey, label: "", keyHash: sha256Hex(key), hint: "" }
      return { id: (await catalogue.apiKeys.add(row)).key, key }
    },
    makeSession: ({ user, teamspaceKey }: Person) => sessions.begin(user, teamspaceKey, "password"),
    async makeLibrary(owner: string | null = null, id = fresh("/rule/made")) {
      const word = { id, title: id, description: "", isDescribed: false, kind: "repo" } as const
      const belongs = { isPrivate: owner !== null, teamspaceKey: owner }
      const library = await catalogue.libraries.add({ ...word, ...belongs, source: gitSource(id) })
      if (library === undefined) throw new Error(`there is a library ${id} already`)
      return library
    },
    async makeTeamspace(plan: Plan) {
      return (await catalogue.teamspaces.add({ name: fresh("teamspace"), plan })).key
    },
  }
}

function gitSource(id: string): SourceRecord {
  return {
    type: "git",
    url: `https://git.example${id}`,
    hostKind: "git",
    branch: null,
    folders: [],
    excludeFolders: [],
    excludeFiles: [],
    skipVersionFiltering: false,
    generateDocs: false,
    sealedToken: null,
  }
}

/** The anonymous caller. */
export const ANONYMOUS: Caller = { kind: "anonymous" }
