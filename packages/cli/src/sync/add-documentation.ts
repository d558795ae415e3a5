import { ApiError } from "@lectern/client"
import type { Job } from "@lectern/contract"
import type { Session } from "../session/connect.ts"
import type { Documentation } from "./documentation.ts"

/** The properties of a package's documentation that a new library needs. */
export type AddableDocumentation = Pick<Documentation, "repositoryUrl" | "folders" | "title">

/**
 * Adds the repository that contains a package's documentation, with its folders and title.
 *
 * @returns the job that indexes it.
 * @throws {ApiError} if the server rejected it.
 */
export async function addDocumentation(
  session: Session,
  documentation: AddableDocumentation | undefined,
): Promise<Job> {
  const { client, signal } = session
  const { repositoryUrl = "", folders = [], title } = documentation ?? {}
  const { libraryName } = await client.addRepository(
    { docsRepoUrl: repositoryUrl, folders: folders.length === 0 ? undefined : [...folders] },
    { signal },
  )
  const { jobs } = await client.listJobs({ libraryId: libraryName, limit: 1 }, { signal })
  const [job] = jobs
  if (job === undefined) throw new Error(`${libraryName} was added, but has no job: try again`)
  if (title !== undefined) await setTitle(session, libraryName, title)
  return job
}

/**
 * Sets the title, because repositories of websites have names such as `docs`. If the caller may not change it, the
 * library keeps the source's own title.
 */
async function setTitle({ client, signal }: Session, libraryId: string, title: string): Promise<void> {
  try {
    await client.updateLibrary(libraryId, { title }, { signal })
  } catch (thrown) {
    const isRefused = thrown instanceof ApiError && (thrown.status === 401 || thrown.status === 403)
    if (!isRefused) throw thrown
  }
}
