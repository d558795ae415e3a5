import type { ErrorCode } from "@lectern/contract"
import type { InjectOptions } from "fastify"
import { teamspaceOf, type Caller } from "../../packages/server/src/access/identity/caller.ts"
import {
  decidePermission,
  type Action,
  type InstancePolicy,
} from "../../packages/server/src/access/permissions/permissions.ts"
import type { Edition } from "../../packages/server/src/access/identity/user-caller.ts"
import type { Requester } from "./callers.ts"
import type { World } from "./fixtures.ts"

/** What a request may be about, and the error for callers who cannot see it: that it does not exist. */
const ERROR_OF_UNKNOWN = {
  /** The teamspace that the caller works in. */
  ownTeamspace: "team_not_found",
  /** The teamspace of the world, by its id. */
  teamspace: "team_not_found",
  privateLibrary: "library_not_found",
  privateJob: "job_not_found",
} as const satisfies Record<string, ErrorCode>
type Thing = keyof typeof ERROR_OF_UNKNOWN

/** A check that a request has to pass: a row of the permission table, or whether the caller can see something. */
export type Step = Action | { readonly knows: Thing }

/** The result for an authorised caller: a status of success, or the code of the error that is the next obstacle. */
export type Outcome = number | ErrorCode

/** A request of a case; method and path come from the route. */
export interface Sent {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly payload?: object
  readonly form?: FormData
  /** Replaces the headers of the requester. */
  readonly headers?: Readonly<Record<string, string>>
  /** A text that the response, or the redirect target, contains for every authorised caller and for nobody else. */
  readonly holds?: string
}

/** One request to an endpoint. */
export interface Case {
  /** What distinguishes it; empty for the only case of its endpoint. */
  readonly what: string
  /** The checks that it has to pass, in order. */
  readonly steps: readonly Step[] | ((edition: Edition, requester: Pick<Requester, "caller">) => readonly Step[])
  readonly send: (world: World, requester: Requester) => Sent | Promise<Sent>
  readonly outcome: Outcome | ((world: World, requester: Requester) => Outcome)
  /** A row that rejects nobody but decides whether the response contains a text. */
  readonly shows?: { readonly text: string; readonly to: Action }
}

/** Returns the steps of a case. */
export function stepsOf(
  { steps }: Pick<Case, "steps">,
  edition: Edition,
  requester: Pick<Requester, "caller">,
): readonly Step[] {
  return typeof steps === "function" ? steps(edition, requester) : steps
}

/** Evaluates the steps of a case according to the table. */
export function walk(
  steps: readonly Step[],
  asked: { readonly caller: Caller; readonly world: World; readonly policy: InstancePolicy },
): { readonly refusal?: ErrorCode; readonly at?: Step; readonly caller: Caller } {
  const { world, policy } = asked
  let { caller } = asked
  for (const step of steps) {
    if (typeof step === "string") {
      const decision = decidePermission(step, caller, policy)
      if (decision !== "allowed") return { refusal: decision, at: step, caller }
      continue
    }
    if (!knows(step.knows, caller, { world, policy })) {
      return { refusal: ERROR_OF_UNKNOWN[step.knows], at: step, caller }
    }
    if (step.knows === "teamspace") caller = placed(caller, world)
  }
  return { caller }
}

/** Evaluates the second rule besides the table: what a caller can see. */
export function knows(
  thing: Thing,
  caller: Caller,
  { world, policy }: { readonly world: World; readonly policy: InstancePolicy },
): boolean {
  const own = teamspaceOf(caller, world.program.context.settings)
  switch (thing) {
    case "ownTeamspace":
      return own !== null
    case "teamspace":
      return (
        own === world.teamspaceKey ||
        (policy.edition === "hosted" && decidePermission("changePlan", caller, policy) === "allowed")
      )
    case "privateLibrary":
    case "privateJob":
      return own === world.teamspaceKey && decidePermission("readPrivate", caller, policy) === "allowed"
  }
}

/**
 * Returns the caller with their role in a teamspace: in other teamspaces, operators of the instance have no more
 * permissions than the lowest role.
 */
function placed(caller: Caller, { teamspaceKey }: World): Caller {
  if (caller.kind !== "user" || caller.teamspaceKey === teamspaceKey) return caller
  return { ...caller, teamspaceKey, teamspaceRole: "developer" }
}

/** Encodes a form as bytes. */
export async function encodeForm(form: FormData): Promise<Pick<InjectOptions, "headers" | "payload">> {
  const sent = new Response(form)
  const payload = Buffer.from(await sent.arrayBuffer())
  return { headers: { "content-type": sent.headers.get("content-type") ?? "" }, payload }
}
