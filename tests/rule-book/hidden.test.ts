import { MCP_TOOLS, ROUTES } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { houseOf } from "../../server/src/service/service-context.ts"
import { ask } from "./ask.ts"
import { callTool } from "./ask-tool.ts"
import { makeAskers, type Asker } from "./askers.ts"
import { knows, type Case, type Sent } from "./case.ts"
import { CASES } from "./cases/every-case.ts"
import { pathOf } from "./cases/reading-cases.ts"
import { TOOL_CASES } from "./cases/tool-cases.ts"
import { GIT_LIBRARY, makeWorld, PRIVATE_LIBRARY, PUBLIC_LIBRARY, type World } from "./world.ts"

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

describe.each(["self-hosted", "hosted"] as const)("a private library of a %s instance", (edition) => {
  let world: World
  let strangers: readonly Asker[]
  let turn = 0
  const covered = new Set<string>()
  beforeAll(async () => {
    world = await makeWorld(edition, false)
    const house = houseOf(world.program.context)
    const askers = await makeAskers(world)
    strangers = askers.filter(({ caller }) => !knows("privateLibrary", caller, { world, house }))
  })
  afterAll(() => world.remove())

  async function answerAbout(libraryId: string, { route, one, asker }: { route: Route; one: Case; asker: Asker }) {
    const sent = about(libraryId, await one.send(world, asker))
    if (sent === undefined) return undefined
    covered.add(route.operationId)
    const answer = await ask({ route, one: { ...one, send: () => sent }, world, asker, turn: turn++ })
    const headers = Object.entries(answer.headers).filter(([name]) => !OF_EVERY_ANSWER.has(name))
    const text = answer.text.replaceAll(libraryId, MISSING_LIBRARY)
    return { status: answer.status, headers: Object.fromEntries(headers), text }
  }

  it("is to strangers, in status, body and headers, what one is that does not exist, at every endpoint", async () => {
    const differences: unknown[] = []
    for (const [route, one] of NAMING_CASES) {
      for (const asker of strangers) {
        const hidden = await answerAbout(PRIVATE_LIBRARY, { route, one, asker })
        const missing = await answerAbout(MISSING_LIBRARY, { route, one, asker })
        if (JSON.stringify(hidden) !== JSON.stringify(missing)) {
          differences.push({ route: route.operationId, asker: asker.name, hidden, missing })
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

  it("is the same to strangers at every MCP tool", async () => {
    for (const tool of Object.values(MCP_TOOLS)) {
      for (const one of TOOL_CASES[tool]) {
        const text = JSON.stringify(one.give(world))
        if (!text.includes(PRIVATE_LIBRARY)) continue
        for (const asker of strangers) {
          const [hidden, missing] = await Promise.all(
            [PRIVATE_LIBRARY, MISSING_LIBRARY].map((id) => {
              const given = JSON.parse(text.replaceAll(PRIVATE_LIBRARY, id)) as object
              return callTool(world, asker, { name: tool, arguments: given }, turn++)
            }),
          )

          expect(hidden?.text.replaceAll(PRIVATE_LIBRARY, MISSING_LIBRARY)).toBe(missing?.text)
          expect(hidden?.status).toBe(missing?.status)
        }
      }
    }
  })
})
