import { authorize, hasPermission } from "../../../access/permissions/authorize.ts"
import { type Caller, teamspaceOf } from "../../../access/identity/caller.ts"
import { Forbidden } from "../../../access/errors.ts"
import { TeamMissing } from "../../errors.ts"
import type { ServiceContext } from "../../service-context.ts"
import type { LibraryLookupServices } from "./library-lookup-services.ts"

/** The owner of a library to add. */
export interface Ownership {
  readonly isPrivate: boolean
  /** Null if it is public. */
  readonly teamspaceKey: string | null
  readonly projectKey: string | null
}

/** The ownership of public libraries. */
export const PUBLIC: Ownership = { isPrivate: false, teamspaceKey: null, projectKey: null }

/** Id of the project that every teamspace has from the start. */
const DEFAULT_PROJECT_ID = "default"

/**
 * Determines the owner of a library that a caller adds.
 *
 * @param wanted.projectId project of the caller's teamspace; defaults to its default project.
 * @throws {Forbidden} for a project of another teamspace, or if the role or plan does not allow private libraries.
 * @throws {TeamMissing} if a private library would belong to no teamspace.
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
 * Returns the teamspace that a caller acts for, whose private libraries and connected accounts apply.
 *
 * @throws {TeamMissing} for a caller without one.
 */
export function ownTeamspaceOf({ settings }: Pick<ServiceContext, "settings">, caller: Caller): string {
  const teamspaceKey = teamspaceOf(caller, settings)
  if (teamspaceKey === null) {
    throw new TeamMissing("cannot find your teamspace: this key has none. Use a key that belongs to a teamspace")
  }
  return teamspaceKey
}

/**
 * Determines the project of a private library in a caller's teamspace.
 *
 * @returns null for the default project. @throws {Forbidden} for a project of another teamspace.
 */
export function projectOf(context: LibraryLookupServices, caller: Caller, projectId: string): Promise<string | null> {
  return findProject(context, teamspaceOf(caller, context.settings), projectId)
}

/**
 * Finds a project of the teamspace. A project that does not exist and one of another teamspace cause the same error.
 */
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
 * Determines the owner of files that a caller uploads. In the self-hosted edition, they are visible to all users; in
 * the hosted edition, they belong to the caller's teamspace.
 *
 * @throws {Forbidden} {TeamMissing}
 */
export function ownershipOfUpload(context: LibraryLookupServices, caller: Caller): Promise<Ownership> {
  return ownershipOf(context, caller, { isPrivate: context.settings.LECTERN_EDITION === "hosted" })
}

/**
 * Returns another owner whose libraries must not have the id of a new library, because one would hide the other: for a
 * private library, the public (null).
 *
 * For a public library of a self-hosted instance, the only teamspace. In the hosted edition none (undefined): the id of
 * a public library is the same for all tenants, so it must neither depend on the private libraries of the tenant that
 * adds it nor reveal them.
 *
 * @param readable teamspace whose private libraries the caller can see; null for none.
 */
export function neighbourOf(
  { settings }: Pick<ServiceContext, "settings">,
  { isPrivate }: Pick<Ownership, "isPrivate">,
  readable: string | null,
): string | null | undefined {
  if (isPrivate) return null
  return settings.LECTERN_EDITION === "hosted" ? undefined : (readable ?? undefined)
}

/** Returns the teamspace whose private libraries a caller can see; null for callers who can see none. */
export function privateTeamspaceOf(context: LibraryLookupServices, caller: Caller): string | null {
  return hasPermission(context, caller, "readPrivate") ? teamspaceOf(caller, context.settings) : null
}
