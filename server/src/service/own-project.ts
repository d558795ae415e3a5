import { Forbidden } from "../access/errors.ts"

/** The one project of the built-in teamspace. */
const DEFAULT_PROJECT_ID = "default"

/** Lets a project of the teamspace pass. @throws {Forbidden} for a project of another teamspace. */
export function assertOwnProject(projectId: string | undefined): void {
  if (projectId === undefined || projectId === DEFAULT_PROJECT_ID) return
  throw new Forbidden(`the project ${projectId} is not one of this teamspace: leave projectId out`)
}
