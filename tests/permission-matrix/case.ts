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

/** What a request may be about. Who may not know of it hears that it does not exist. */
const ERROR_OF_UNKNOWN = {
  /** The teamspace that the caller works in. */
  ownTeamspace: "team_not_found",
  /** The teamspace of the world, named by its id. */
  teamspace: "team_not_found",
  privateLibrary: "library_not_found",
  privateJob: "job_not_found",
} as const satisfies Record<string, ErrorCode>
type Thing = keyof typeof ERROR_OF_UNKNOWN

/** A question that a request has to pass: a row of the permission table, or whether the caller may know of something. */
export type Step = Action | { readonly knows: Thing }

/** What a caller hears who is let through: a status of success, or the code of what else stands in the way. */
export type Outcome = number | ErrorCode

/** A request as a case sends it; method and path are the route's. */
export interface Sent {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly payload?: object
  readonly form?: FormData
  /** Used instead of the headers of the requester. */
  readonly headers?: Readonly<Record<string, string>>
  /** A text that stands in the answer, or where it leads to, for all who are let through and for nobody else. */
  readonly holds?: string
}

/** One request to an endpoint. */
export interface Case {
  /** What is special about it; empty for the only one of its endpoint. */
  readonly what: string
  /** What it has to pass, in this order. */
  readonly steps: readonly Step[] | ((edition: Edition, requester: Pick<Requester, "caller">) => readonly Step[])
  readonly send: (world: World, requester: Requester) => Sent | Promise<Sent>
  readonly outcome: Outcome | ((world: World, requester: Requester) => Outcome)
  /** A row that refuses nobody but decides whether the answer holds a text. */
  readonly shows?: { readonly text: string; readonly to: Action }
}

/** Gives the steps of a case. */
export function stepsOf(
  { steps }: Pick<Case, "steps">,
  edition: Edition,
  requester: Pick<Requester, "caller">,
): readonly Step[] {
  return typeof steps === "function" ? steps(edition, requester) : steps
}

/** Walks through the steps of a case as the table decides about them. */
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

/** The second rule beside the table: what a caller may know of. */
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

/** Who operates the instance has no more rights in a foreign teamspace than the least of its members. */
function placed(caller: Caller, { teamspaceKey }: World): Caller {
  if (caller.kind !== "user" || caller.teamspaceKey === teamspaceKey) return caller
  return { ...caller, teamspaceKey, teamspaceRole: "developer" }
}

/** Writes a form as bytes. */
export async function encodeForm(form: FormData): Promise<Pick<InjectOptions, "headers" | "payload">> {
  const sent = new Response(form)
  const payload = Buffer.from(await sent.arrayBuffer())
  return { headers: { "content-type": sent.headers.get("content-type") ?? "" }, payload }
}
