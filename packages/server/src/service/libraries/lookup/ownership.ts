import { authorize, hasPermission } from "../../../access/permissions/authorize.ts"
import { type Caller, teamspaceOf } from "../../../access/identity/caller.ts"
import { Forbidden } from "../../../access/errors.ts"
import { TeamMissing } from "../../errors.ts"
import type { ServiceContext } from "../../service-context.ts"
import type { LibraryLookupServices } from "./library-lookup-services.ts"

/** To whom a library belongs that is added. */
export interface Ownership {
  readonly isPrivate: boolean
  /** Null: it is public. */
  readonly teamspaceKey: string | null
  readonly projectKey: string | null
}

/** What belongs to everyone. */
export const PUBLIC: Ownership = { isPrivate: false, teamspaceKey: null, projectKey: null }

/** Stands for the project that a teamspace has from the beginning. */
const DEFAULT_PROJECT_ID = "default"

/**
 * Decides to whom a library belongs that a caller adds.
 *
 * @param wanted.projectId project of the caller's teamspace; its default one when left out.
 * @throws {Forbidden} for a project of another teamspace, and when role or plan do not allow private libraries.
 * @throws {TeamMissing} when a private library would belong to no teamspace.
 */
export async function ownershipOf(
  context: LibraryLookupServices,
  caller: Caller,
  wanted: { readonly isPrivate: boolean; readonly projectId?: string | undefined },
): Promise<Ownership> {
  const teamspaceKey = teamspaceOf(caller, context.settings)
  const projectKey = await findProject(context, teamspaceKey, wanted.projectId)
  if (!wanted.isPrivate) return PUBLIC
  authorize(context, caller, "addPrivateLibrary")
  return { isPrivate: true, teamspaceKey: ownTeamspaceOf(context, caller), projectKey }
}

/**
 * Names the teamspace that a caller acts for: whose private libraries and connected accounts are meant.
 *
 * @throws {TeamMissing} for a caller without one.
 */
export function ownTeamspaceOf({ settings }: Pick<ServiceContext, "settings">, caller: Caller): string {
  const teamspaceKey = teamspaceOf(caller, settings)
  if (teamspaceKey === null) {
    throw new TeamMissing("no teamspace: the key belongs to none. Use a key of a teamspace")
  }
  return teamspaceKey
}

/**
 * Decides to which project a private library of a caller's teamspace goes.
 *
 * @returns null: the default project. @throws {Forbidden} for a project of another teamspace.
 */
export function projectOf(context: LibraryLookupServices, caller: Caller, projectId: string): Promise<string | null> {
  return findProject(context, teamspaceOf(caller, context.settings), projectId)
}

/** A project that is not there and one of somebody else read the same. */
async function findProject(
  { catalogue }: LibraryLookupServices,
  teamspaceKey: string | null,
  projectId: string | undefined,
): Promise<string | null> {
  if (projectId === undefined || projectId === DEFAULT_PROJECT_ID) return null
  const project = await catalogue.teamspaces.projectByKey(projectId)
  if (project === undefined || project.teamspaceKey !== teamspaceKey) {
    throw new Forbidden(
      `project not found: this teamspace has no project ${projectId}. Omit projectId to use the default project`,
    )
  }
  return project.key
}

/**
 * Decides to whom files belong that a caller uploads: a self-hosted instance shows them to all its readers, in the
 * hosted edition they are their teamspace's own.
 *
 * @throws {Forbidden} {TeamMissing}
 */
export function ownershipOfUpload(context: LibraryLookupServices, caller: Caller): Promise<Ownership> {
  return ownershipOf(context, caller, { isPrivate: context.settings.LECTERN_EDITION === "hosted" })
}

/** The teamspace whose private libraries a caller may know of; null for callers who may know of none. */
export function privateTeamspaceOf(context: LibraryLookupServices, caller: Caller): string | null {
  return hasPermission(context, caller, "readPrivate") ? teamspaceOf(caller, context.settings) : null
}
