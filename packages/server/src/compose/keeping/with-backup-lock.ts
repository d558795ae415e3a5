import { randomBytes } from "node:crypto"
import { hostname } from "node:os"
import { InvalidInput } from "../../base/errors.ts"
import type { Log } from "../../base/log.ts"
import { hasCode } from "../../base/system-errors.ts"
import type { BackupStore, LockFile } from "./backup-store.ts"
import { MINUTE_MS } from "../../base/durations.ts"

const RENEWAL_INTERVAL_MS = MINUTE_MS
/** Much longer than the renewal interval, because the clocks of machines and object stores differ. */
const ABANDONED_AFTER_MS = 20 * MINUTE_MS

/** Contents of the locks that this process holds. */
const held = new Set<string>()

/**
 * Runs work while no other process backs up to a store. If a process ended without removing its lock, the lock is
 * replaced: at once if the process ran on this machine, and after 20 minutes otherwise.
 *
 * @throws {InvalidInput} if another backup is running.
 */
export async function withBackupLock<Result>(
  { lock, location }: Pick<BackupStore, "lock" | "location">,
  log: Log,
  work: () => Promise<Result>,
): Promise<Result> {
  const own = `${process.pid} ${hostname()} ${randomBytes(8).toString("hex")}`
  if (await isAbandoned(lock)) await lock.remove()
  // In stores without conditional writes, two processes can both create the lock. Reading it back shows which one holds
  // it.
  await lock.create(own)
  if ((await lock.read())?.text !== own) {
    throw new InvalidInput(`another backup into ${location} is running. If none is running, delete ${lock.path}`)
  }
  held.add(own)
  let renewing: Promise<void> = Promise.resolve()
  const renewal = setInterval(() => {
    renewing = lock.renew(own).catch((error: unknown) => log.warn({ err: error }, "cannot renew the lock of a backup"))
  }, RENEWAL_INTERVAL_MS)
  try {
    return await work()
  } finally {
    clearInterval(renewal)
    // A renewal that finished after the removal would write the lock again.
    await renewing
    await lock.remove()
    held.delete(own)
  }
}

async function isAbandoned(lock: LockFile): Promise<boolean> {
  const found = await lock.read()
  if (found === undefined) return false
  if (Date.now() - found.writtenAtMs > ABANDONED_AFTER_MS) return true
  // The lock is empty until the other process has written its id.
  const [processId = "", host] = found.text.split(" ")
  if (host !== hostname()) return false
  // After a container restarts, the new process often has the same id as the old one.
  return Number(processId) === process.pid ? !held.has(found.text) : !isRunning(Number(processId))
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return !hasCode(error, "ESRCH")
  }
}
