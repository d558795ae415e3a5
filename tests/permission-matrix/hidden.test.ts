import { MCP_TOOLS, ROUTES } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Edition } from "../../packages/server/src/access/identity/user-caller.ts"
import { instancePolicyOf } from "../../packages/server/src/access/permissions/authorize.ts"
import type { Caller } from "../../packages/server/src/access/identity/caller.ts"
import { countQuestions } from "../requirements/count-questions.ts"
import { marksOf } from "../requirements/teamspaces.ts"
import { addressOf, ask } from "./send-request.ts"
import { callTool } from "./call-tool.ts"
import { makeRequesters, type Requester } from "./callers.ts"
import { knows, type Case, type Sent } from "./case.ts"
import { CASES } from "./cases/every-case.ts"
import { pathOf } from "./cases/reading-cases.ts"
import { TOOL_CASES } from "./cases/tool-cases.ts"
import { GIT_LIBRARY, makeWorld, PRIVATE_LIBRARY, PUBLIC_LIBRARY, type World } from "./fixtures.ts"

/** As long as the identifier of the private library, so that answers can be compared byte for byte. */
const MISSING_LIBRARY = "/owner9q/lib9q"

/** Headers that differ between any two answers. */
const OF_EVERY_ANSWER: ReadonlySet<string> = new Set(["x-request-id", "date"])

/** Requests of the cases that name a library, about another one. */
const NAMING_CASES = ROUTES.flatMap((route) => CASES[route.operationId].map((one) => [route, one] as const))

type Route = (typeof ROUTES)[number]

/** Puts another library into a request. @returns undefined for a request that names none. */
function about(libraryId: string, sent: Sent): Sent | undefined {
  if (sent.params?.["owner"] !== undefined) return { ...sent, ...pathOf(libraryId) }
  if (sent.form !== undefined) return undefined
  const text = JSON.stringify(sent)
  const named = [PUBLIC_LIBRARY, PRIVATE_LIBRARY, GIT_LIBRARY].find((id) => text.includes(`"${id}"`))
  return named === undefined ? undefined : (JSON.parse(text.replaceAll(`"${named}"`, `"${libraryId}"`)) as Sent)
}

function namesLibrary({ path, query, body }: Route): boolean {
  const fields = [query, body].flatMap((schema) => Object.keys((schema as { shape?: object } | undefined)?.shape ?? {}))
  return (
    path.includes("{owner}") || fields.includes("libraryId") || (fields.includes("libraryName") && body !== undefined)
  )
}

/** A library and those from whom it is hidden. */
interface Hiding {
  readonly edition: Edition
  readonly what: string
  readonly libraryId: string
  /** True when access rules let nobody in but admins; false when those who are left out do not know of it anyway. */
  readonly isShut: boolean
}

const HIDINGS: readonly Hiding[] = [
  { edition: "self-hosted", what: "a private library", libraryId: PRIVATE_LIBRARY, isShut: false },
  { edition: "self-hosted", what: "a private library shut by access rules", libraryId: PRIVATE_LIBRARY, isShut: true },
  { edition: "self-hosted", what: "a public library shut by access rules", libraryId: PUBLIC_LIBRARY, isShut: true },
  { edition: "hosted", what: "a private library", libraryId: PRIVATE_LIBRARY, isShut: false },
  { edition: "hosted", what: "a private library shut by access rules", libraryId: PRIVATE_LIBRARY, isShut: true },
]

const isAdmin = (caller: Caller) =>
  caller.kind === "user" ? caller.teamspaceRole !== "developer" : caller.kind !== "anonymous"

async function shutOut({ program }: World, libraryId: string, teamspaceKey: string | null): Promise<void> {
  const { catalogue, catalogueSync } = program.context
  const library = await catalogue.libraries.byId(libraryId, teamspaceKey)
  if (library === undefined) throw new Error(`there is no ${libraryId}`)
  await catalogue.libraries.update(library.key, { access: { mode: "chosen", userKeys: [], groups: [] } })
  await catalogueSync.catchUp()
}

describe.each(HIDINGS)("$what of a $edition instance", ({ edition, libraryId, isShut }) => {
  let world: World
  let strangers: readonly Requester[]
  let turn = 0
  let questions: string[]
  const covered = new Set<string>()
  beforeAll(async () => {
    world = await makeWorld(edition, false)
    if (isShut) await shutOut(world, libraryId, libraryId === PRIVATE_LIBRARY ? world.teamspaceKey : null)
    const policy = instancePolicyOf(world.program.context)
    const requesters = await makeRequesters(world)
    strangers = requesters.filter(({ caller }) =>
      isShut ? !isAdmin(caller) : !knows("privateLibrary", caller, { world, policy }),
    )
    // The rules of a teamspace are read at the first question of one of its members.
    const url = `/api/v2/context?libraryId=${MISSING_LIBRARY}&query=animals`
    for (const { headers } of strangers) await world.program.call({ url, headers })
    questions = countQuestions(world.program)
  })
  afterAll(() => world.remove())

  async function answerAbout(
    askedId: string,
    { route, one, requester }: { route: Route; one: Case; requester: Requester },
  ) {
    const sent = about(askedId, await one.send(world, requester))
    if (sent === undefined) return undefined
    covered.add(route.operationId)
    questions.splice(0)
    const answer = await ask({ route, one: { ...one, send: () => sent }, world, requester, turn: turn++ })
    const headers = Object.entries(answer.headers).filter(([name]) => !OF_EVERY_ANSWER.has(name))
    const text = answer.text.replaceAll(askedId, MISSING_LIBRARY)
    return { status: answer.status, headers: Object.fromEntries(headers), text, questions: [...questions] }
  }

  it("is to those outside, in answer and in work, what one is that does not exist, at every endpoint", async () => {
    const differences: unknown[] = []
    for (const [route, one] of NAMING_CASES) {
      for (const requester of strangers) {
        const hidden = await answerAbout(libraryId, { route, one, requester })
        const missing = await answerAbout(MISSING_LIBRARY, { route, one, requester })
        if (JSON.stringify(hidden) !== JSON.stringify(missing)) {
          differences.push({ route: route.operationId, requester: requester.name, hidden, missing })
        }
      }
    }

    expect(differences).toEqual([])
    expect([...covered].sort()).toEqual(
      ROUTES.filter(namesLibrary)
        .map(({ operationId }) => operationId)
        .sort(),
    )
    expect(strangers.length).toBeGreaterThan(2)
  })

  it("is the same to those outside at every MCP tool", async () => {
    const named = /"\/[^"/]+\/[^"/]+"/
    for (const tool of Object.values(MCP_TOOLS)) {
      for (const one of TOOL_CASES[tool]) {
        const text = JSON.stringify(one.give(world))
        if (!named.test(text)) continue
        for (const requester of strangers) {
          const answers: string[] = []
          for (const id of [libraryId, MISSING_LIBRARY]) {
            const given = JSON.parse(text.replace(named, JSON.stringify(id))) as object
            questions.splice(0)
            const answer = await callTool(world, requester, { name: tool, arguments: given }, turn++)
            answers.push(`${answer.status} ${answer.text.replaceAll(id, MISSING_LIBRARY)} ${questions.join()}`)
          }

          expect(answers[0]).toBe(answers[1])
        }
      }
    }
  })

  it("is the same to those outside in every search as after it was deleted", async () => {
    const { catalogue, catalogueSync } = world.program.context
    const owner = libraryId === PRIVATE_LIBRARY ? world.teamspaceKey : null
    const [, at = ""] = /^\/owner(\d)q/.exec(libraryId) ?? []
    const { title, word } = marksOf(Number(at))
    const asked = [libraryId, title, word].flatMap((name) => [
      `/api/v2/libs/search?libraryName=${name}&query=animals`,
      `/api/v3/search?query=animals+that+drink+water&library=${name}`,
      `/api/v3/search?query=animals+that+drink+${name}&type=json`,
    ])
    const answers = async () => {
      const found: string[] = []
      for (const { headers } of strangers) {
        for (const url of asked) {
          questions.splice(0)
          const { status, text } = await world.program.call({ url, headers, remoteAddress: addressOf(turn++) })
          found.push(`${url} ${status} ${text} ${questions.join()}`)
        }
      }
      return found
    }

    const hidden = await answers()
    await catalogue.libraries.remove((await catalogue.libraries.byId(libraryId, owner))?.key ?? "")
    await catalogueSync.catchUp()

    expect(hidden).toEqual(await answers())
  })
})
