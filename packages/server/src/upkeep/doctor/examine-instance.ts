import { checkBackups } from "./check-backups.ts"
import { checkBlobs } from "./check-blobs.ts"
import { checkCounters, checkDisk, checkSecrets } from "./check-instance.ts"
import { checkJobs } from "./check-jobs.ts"
import { checkVersions } from "./check-versions.ts"
import type { Examination, Finding } from "./finding.ts"

/** The result of an examination. */
export interface Diagnosis {
  /** False if a check found an error; warnings do not count. */
  readonly isHealthy: boolean
  readonly findings: readonly Finding[]
}

/**
 * Examines an instance and, with `isRepairing`, makes safe repairs: queues refreshes of libraries whose index file is
 * missing or damaged, removes orphans, releases jobs without a worker, and raises counters. Reads every stored file
 * once. Servers and workers can keep running. Nothing that is referenced is deleted.
 */
export async function examineInstance(examination: Examination): Promise<Diagnosis> {
  const { findings, examined } = await checkVersions(examination)
  const all = [
    ...findings,
    ...(await checkBlobs(examination, examined)),
    ...(await checkJobs(examination)),
    await checkCounters(examination),
    await checkSecrets(examination),
    await checkDisk(examination),
    await checkBackups(examination),
  ]
  return { isHealthy: all.every(({ status }) => status !== "error"), findings: all }
}
