import { MCP_TOOLS, type Permission, routeOf, TOOL_OPERATIONS, type ToolName } from "@lectern/contract"
import type { Caller } from "../../packages/server/src/access/identity/caller.ts"
import { assertPermitted, decidePermission } from "../../packages/server/src/access/permissions/permissions.ts"
import { instancePolicyOf } from "../../packages/server/src/access/permissions/authorize.ts"
import { addressOf } from "./send-request.ts"
import type { Requester } from "./callers.ts"
import { walk, type Step } from "./case.ts"
import { ANONYMOUS, type World } from "./fixtures.ts"

interface ToolAnswer {
  readonly status: number
  readonly text: string
  /** Undefined for a refusal outside the protocol. */
  readonly result?: Readonly<Record<string, unknown>> | undefined
}

const HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" }

/** Calls an MCP tool as a requester. */
export function callTool(world: World, requester: Requester, params: object, turn: number): Promise<ToolAnswer> {
  return sendMessage(world, requester, { method: "tools/call", params }, turn)
}

/** Lists the tools that a requester sees; `refused` if the requester may not even list them. */
export async function listTools(
  world: World,
  requester: Requester,
  turn: number,
): Promise<readonly string[] | "refused"> {
  const { status, result } = await sendMessage(world, requester, { method: "tools/list", params: {} }, turn)
  if (status === 401) return "refused"
  return (result as { tools: { name: string }[] }).tools.map(({ name }) => name)
}

/** Returns the tools that the table allows a requester. */
export function expectedTools(world: World, requester: Requester): readonly string[] | "refused" {
  const caller = callerAtTools(requester)
  if (isRefused(world, caller)) return "refused"
  const policy = instancePolicyOf(world.program.context)
  return Object.values(MCP_TOOLS).filter((tool) =>
    permissionsOfTool(tool).every(
      (permission) => decidePermission(permission, caller ?? ANONYMOUS, policy) === "allowed",
    ),
  )
}

/** Returns every permission that calls of a tool need: that of the protocol, then those of the operation. */
export function permissionsOfTool(tool: ToolName): readonly Permission[] {
  return [...new Set(["search" as const, ...routeOf(TOOL_OPERATIONS[tool]).permissions])]
}

/** Compares the response of a tool with the table. @returns what is wrong with it. */
export function toolDeviations(
  { status, text, result }: ToolAnswer,
  {
    world,
    requester,
    steps,
  }: { readonly world: World; readonly requester: Requester; readonly steps: readonly Step[] },
): string[] {
  const caller = callerAtTools(requester)
  if (isRefused(world, caller)) {
    return status === 401 && text.includes('"error":"invalid_api_key"') ? [] : [`status ${status}, not 401: ${text}`]
  }
  const policy = instancePolicyOf(world.program.context)
  const { refusal, at, caller: placed } = walk(steps, { caller: caller ?? ANONYMOUS, world, policy })
  const said = JSON.stringify(result?.["content"] ?? text)
  if (status !== 200) return [`status ${status}, not 200: ${text}`]
  if (refusal === undefined) return result?.["isError"] === true ? [`refused: ${said}`] : []
  if (result?.["isError"] !== true) return [`not refused with ${refusal}: ${said}`]
  const words = wordsOf(at, () => {
    if (typeof at === "string") assertPermitted(at, placed, policy)
  })
  return said.includes(JSON.stringify(words).slice(1, -1)) ? [] : [`says ${said}, not ${words}`]
}

function wordsOf(at: Step | undefined, refuse: () => void): string {
  if (typeof at === "object") return "does not exist. Search for its name"
  try {
    refuse()
  } catch (error) {
    return error instanceof Error ? error.message : ""
  }
  throw new Error("the table refuses and does not say why")
}

/**
 * Returns the caller at the tools: sessions are for browsers, agents have keys. @returns undefined for an invalid key.
 */
function callerAtTools({ credential, caller }: Requester): Caller | undefined {
  if (credential === "dead key") return undefined
  return credential === "key" ? caller : ANONYMOUS
}

function isRefused(world: World, caller: Caller | undefined): boolean {
  return (
    caller === undefined ||
    decidePermission("search", caller, instancePolicyOf(world.program.context)) === "invalid_api_key"
  )
}

async function sendMessage(world: World, requester: Requester, message: object, turn: number): Promise<ToolAnswer> {
  const { status, text } = await world.program.call({
    method: "POST",
    url: "/mcp",
    headers: { ...requester.headers, ...HEADERS },
    payload: { jsonrpc: "2.0", id: 1, ...message },
    remoteAddress: addressOf(turn),
  })
  const data = text.startsWith("{") ? text : /^data: (\{.*\})$/m.exec(text)?.[1]
  const parsed = data === undefined ? {} : (JSON.parse(data) as { result?: ToolAnswer["result"] })
  return { status, text, result: parsed.result }
}
