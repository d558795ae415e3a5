import { MCP_TOOLS, ROUTES } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Edition } from "../../packages/server/src/access/identity/user-caller.ts"
import { instancePolicyOf } from "../../packages/server/src/access/permissions/authorize.ts"
import { ask, deviationsOf, expectedOf } from "./send-request.ts"
import { callTool, expectedTools, listTools, toolDeviations } from "./call-tool.ts"
import { makeRequesters, type Requester } from "./callers.ts"
import { CASES } from "./cases/every-case.ts"
import { TOOL_CASES } from "./cases/tool-cases.ts"
import { makeWorld, type World } from "./fixtures.ts"

const NOTHING = { parse: false, delete: false }
const EVERYTHING = { parse: true, delete: true }
/** Each switch alone where it has an effect, and all of them where none may have an effect. */
const SWITCHES = {
  counting: [NOTHING, { parse: true, delete: false }, { parse: false, delete: true }, EVERYTHING],
  idle: [NOTHING, EVERYTHING],
} as const

/**
 * Tests that every endpoint and tool of an instance responds to every kind of caller according to the permission table.
 */
export function testPermissions(edition: Edition, isClosed: boolean): void {
  describe(`${isClosed ? "a closed" : "an open"} ${edition} instance`, () => {
    let world: World
    let requesters: readonly Requester[]
    let turn = 0
    beforeAll(async () => {
      world = await makeWorld(edition, isClosed)
      requesters = await makeRequesters(world)
    })
    afterAll(() => world.remove())
    const switches = edition === "self-hosted" && !isClosed ? SWITCHES.counting : SWITCHES.idle

    describe.each(switches)("with anonymous parse $parse and delete $delete", (switched) => {
      beforeAll(() => world.program.context.live.changeAnonymous(switched))

      it.each(ROUTES.map((route) => [route.operationId, route] as const))("keeps to it at %s", async (_, route) => {
        const deviations: string[] = []
        for (const one of CASES[route.operationId]) {
          for (const requester of requesters) {
            const expected = expectedOf(route, one, world, requester)
            const answer = await ask({ route, one, world, requester, turn: turn++ })
            const policy = instancePolicyOf(world.program.context)
            const problems = deviationsOf(answer, { route, one, requester, policy }, expected)
            deviations.push(...problems.map((problem) => `${one.what} by ${requester.name}: ${problem}`))
          }
        }

        expect(deviations).toEqual([])
      })

      it.each(Object.values(MCP_TOOLS))("keeps to it at the tool %s", async (tool) => {
        const deviations: string[] = []
        for (const one of TOOL_CASES[tool]) {
          for (const requester of requesters) {
            const answer = await callTool(world, requester, { name: tool, arguments: one.give(world) }, turn++)
            const problems = toolDeviations(answer, { world, requester, steps: one.steps })
            deviations.push(...problems.map((problem) => `${one.what} by ${requester.name}: ${problem}`))
          }
        }

        expect(deviations).toEqual([])
      })

      it("lists to everyone the tools that it allows them", async () => {
        for (const requester of requesters) {
          expect([requester.name, await listTools(world, requester, turn++)]).toEqual([
            requester.name,
            expectedTools(world, requester),
          ])
        }
      })
    })
  })
}
