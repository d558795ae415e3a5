import { MCP_TOOLS, pathsOf, type Permission, type Route, ROUTES } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ACTIONS } from "../../packages/server/src/access/permissions/permissions.ts"
import { DASHBOARD_PATHS } from "../../packages/server/src/http/pages/dashboard-page.ts"
import { asAdmin, startTestProgram, type TestProgram } from "../../packages/server/src/http/program.testing.ts"
import { routerPath } from "../../packages/server/src/http/serving/serve.ts"
import { rowsOf } from "./send-request.ts"
import { permissionsOfTool } from "./call-tool.ts"
import { CASES } from "./cases/every-case.ts"
import { TOOL_CASES } from "./cases/tool-cases.ts"

/** Paths that are no part of the contract: pages for people, the protocol of agents, and what a Prometheus reads. */
const OTHER_PATHS = [
  "/",
  "/assets/:name",
  "/account",
  "/account/accept-invitation",
  "/account/device",
  "/account/keys",
  "/account/keys/revoke",
  "/account/password",
  "/account/sign-in",
  "/account/sign-out",
  "/assets/invitation.js",
  "/assets/lectern.css",
  // Lectern's own documentation; the router prints a wildcard without the slash before it.
  "/docs",
  "/docs*",
  "/invitation",
  "/sign-in",
  "/mcp",
  // What clients of MCP look for before they sign in; answers only which header takes a key.
  "/.well-known/oauth-protected-resource",
  "/.well-known/oauth-protected-resource/mcp",
  "/register",
  "/metrics",
  ...DASHBOARD_PATHS.map((path) => path.replace("/*", "*")),
]

/** Rows that commands on the data directory ask, and no request does. */
const ROWS_OF_COMMANDS = ["manageKeysOfOthers"]

/** Every permission that requests to a route need, some of them only sometimes. */
function permissionsOf({ permissions, conditionalPermissions = [] }: Route): readonly Permission[] {
  return [...permissions, ...conditionalPermissions]
}

describe("the rule book", () => {
  it("names for every endpoint the rows that requests to it ask, and no others", () => {
    const asked = ROUTES.map(({ operationId }) => [operationId, [...rowsOf(CASES[operationId])].sort()])

    expect(asked).toEqual(ROUTES.map((route) => [route.operationId, [...permissionsOf(route)].sort()]))
  })

  it("names for every tool the rows that calls of it ask, and no others", () => {
    const tools = Object.values(MCP_TOOLS)
    const asked = tools.map((tool) => {
      const steps = TOOL_CASES[tool].flatMap((one) => one.steps.filter((step) => typeof step === "string"))
      return [tool, [...new Set(steps)].sort()]
    })

    expect(asked).toEqual(tools.map((tool) => [tool, [...permissionsOfTool(tool)].sort()]))
  })

  it("has no row that nothing asks", () => {
    const asked = new Set([...ROUTES.flatMap(permissionsOf), ...ROWS_OF_COMMANDS, "readPrivate"])

    expect(ACTIONS.filter((action) => !asked.has(action))).toEqual([])
  })
})

describe("the program", () => {
  let program: TestProgram
  beforeAll(async () => {
    program = await startTestProgram()
  })
  afterAll(() => program.remove())

  it("serves the paths of the contract, and of others only those that are known here", () => {
    const ofContract = ROUTES.flatMap(pathsOf).map(routerPath)

    expect(servedPaths(program)).toEqual([...new Set([...ofContract, ...OTHER_PATHS])].sort())
  })

  it("answers 405 to every method that the contract does not have, whoever asks", async () => {
    const methodsByPath = new Map<string, Set<string>>()
    for (const { method, path, aliases = [] } of ROUTES) {
      for (const address of [path, ...aliases]) {
        const methods = methodsByPath.get(address) ?? new Set(["OPTIONS"])
        methodsByPath.set(address, methods.add(method).add(method === "GET" ? "HEAD" : method))
      }
    }
    const wrong: string[] = []
    for (const [path, methods] of methodsByPath) {
      if (!path.startsWith("/api/")) continue
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"] as const) {
        if (methods.has(method)) continue
        const url = routerPath(path).replaceAll(/:\w+/g, "github")
        const { status } = await program.call({ method, url, headers: asAdmin })
        if (status !== 405) wrong.push(`${method} ${path}: ${status}`)
      }
    }

    expect(wrong).toEqual([])
  })
})

/** Reads the router's own picture of its tree: one line per piece of a path, four characters deeper for each level. */
function servedPaths({ app }: TestProgram): readonly string[] {
  const ancestors: string[] = []
  const paths = app
    .printRoutes({ commonPrefix: false })
    .split("\n")
    .flatMap((line) => {
      const [, tree = "", piece, methods] = /^([\s│├└─]*)(\S+)( \(.*\))?$/.exec(line) ?? []
      if (piece === undefined) return []
      const depth = tree.length / 4 - 1
      ancestors.length = depth
      ancestors.push(piece)
      return methods === undefined ? [] : [ancestors.join("")]
    })
  return [...new Set(paths)].sort()
}
