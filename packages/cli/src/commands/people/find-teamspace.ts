import type { LecternClient } from "@lectern/client"
import type { ApiOptions } from "../../session/command-context.ts"
import type { Session } from "../../session/connect.ts"
import { CliFailure, EXIT_CODES } from "../../terminal/exit-codes.ts"

/** Options of commands that work in a teamspace. */
export interface TeamspaceOptions extends ApiOptions {
  readonly teamspace?: string | undefined
}

/** Flags and description of the teamspace option. */
export const TEAMSPACE_OPTION = ["--teamspace <id>", "teamspace to work in (default: the one of your key)"] as const

/** A teamspace to work in. */
export interface FoundTeamspace extends Pick<Session, "signal"> {
  readonly teamspaces: LecternClient["teamspaces"]
  readonly teamspaceId: string
}

/** Finds the teamspace that a command works in. @throws {CliFailure} if there is none, or several are possible. */
export async function findTeamspace(
  { client: { teamspaces }, signal }: Session,
  { teamspace }: TeamspaceOptions,
): Promise<FoundTeamspace> {
  if (teamspace !== undefined) return { teamspaces, teamspaceId: teamspace, signal }
  const [first, ...others] = (await teamspaces.list({ signal })).teamspaces
  if (first !== undefined && others.length === 0) return { teamspaces, teamspaceId: first.id, signal }
  const known = [first, ...others].flatMap((one) => (one === undefined ? [] : [`${one.id} (${one.name})`]))
  throw new CliFailure(
    EXIT_CODES.usage,
    `choose a teamspace with --teamspace: ${known.length === 0 ? "your key does not belong to one" : known.join(", ")}`,
  )
}
