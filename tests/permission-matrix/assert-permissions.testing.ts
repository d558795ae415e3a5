import { MCP_TOOLS, ROUTES } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Edition } from "../../packages/server/src/access/identity/user-caller.ts"
import { instancePolicyOf } from "../../packages/server/src/service/service-context.ts"
import { ask, deviationsOf, expectedOf } from "./send-request.ts"
import { callTool, expectedTools, listTools, toolDeviations } from "./call-tool.ts"
import { makeAskers, type Asker } from "./callers.ts"
import { CASES } from "./cases/every-case.ts"
import { TOOL_CASES } from "./cases/tool-cases.ts"
import { makeWorld, type World } from "./fixtures.ts"

const NOTHING = { parse: false, delete: false }
const EVERYTHING = { parse: true, delete: true }
/** Each switch alone where it counts, and all of them where none may count. */
const SWITCHES = {
  counting: [NOTHING, { parse: true, delete: false }, { parse: false, delete: true }, EVERYTHING],
  idle: [NOTHING, EVERYTHING],
} as const

/** Describes an instance of which every endpoint and tool answers every kind of caller as the rule book says. */
export function holdToRuleBook(edition: Edition, isClosed: boolean): void {
  describe(`${isClosed ? "a closed" : "an open"} ${edition} instance`, () => {
    let world: World
    let askers: readonly Asker[]
    let turn = 0
    beforeAll(async () => {
      world = await makeWorld(edition, isClosed)
      askers = await makeAskers(world)
    })
    afterAll(() => world.remove())
    const switches = edition === "self-hosted" && !isClosed ? SWITCHES.counting : SWITCHES.idle

    describe.each(switches)("with anonymous parse $parse and delete $delete", (switched) => {
      beforeAll(() => world.program.context.live.changeAnonymous(switched))

      it.each(ROUTES.map((route) => [route.operationId, route] as const))("keeps to it at %s", async (_, route) => {
        const deviations: string[] = []
        for (const one of CASES[route.operationId]) {
          for (const asker of askers) {
            const expected = expectedOf(route, one, world, asker)
            const answer = await ask({ route, one, world, asker, turn: turn++ })
            const policy = instancePolicyOf(world.program.context)
            const problems = deviationsOf(answer, { route, one, asker, policy }, expected)
            deviations.push(...problems.map((problem) => `${one.what} by ${asker.name}: ${problem}`))
          }
        }

        expect(deviations).toEqual([])
      })

      it.each(Object.values(MCP_TOOLS))("keeps to it at the tool %s", async (tool) => {
        const deviations: string[] = []
        for (const one of TOOL_CASES[tool]) {
          for (const asker of askers) {
            const answer = await callTool(world, asker, { name: tool, arguments: one.give(world) }, turn++)
            const problems = toolDeviations(answer, { world, asker, steps: one.steps })
            deviations.push(...problems.map((problem) => `${one.what} by ${asker.name}: ${problem}`))
          }
        }

        expect(deviations).toEqual([])
      })

      it("lists to everyone the tools that it allows them", async () => {
        for (const asker of askers) {
          expect([asker.name, await listTools(world, asker, turn++)]).toEqual([asker.name, expectedTools(world, asker)])
        }
      })
    })
  })
}
