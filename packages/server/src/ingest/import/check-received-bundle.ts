import { type ChildProcess, fork } from "node:child_process"
import { stat } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import type { ImportLibrariesResponse } from "@lectern/contract"
import { processorMsOf, programFile, watchProcessorTime } from "@lectern/parsers"
import { InternalFailure, InvalidInput } from "../../base/errors.ts"
import type { SerialQueue } from "../../base/serial-queue.ts"
import type { NewLibrary } from "../../catalogue/libraries/records.ts"
import { type BundleMessage, TOO_MUCH_MEMORY_EXIT_CODE } from "./bundle-messages.ts"
import type { BundleRequest } from "./bundle-process.ts"
import { checkBundle } from "./check-bundle.ts"
import type { ReceivedBundle } from "./open-bundle.ts"

/**
 * Maximum length of text that is checked in this process. It takes at most a tenth of a second, about as long as
 * starting a process.
 */
const MAX_BYTES_HERE = 16 * 1024
/** CPU time limit per bundle; a bundle of 400 MB takes about 8 s. */
const TIME_LIMIT_MS = 120_000
/** Memory limit of the process: the longest entry as text and as values, plus the program itself. */
const MAX_HEAP_MEGABYTES = 768
const MAX_RESIDENT_BYTES = 1024 * 2 ** 20

/** A bundle whose entries have all been checked. */
export interface CheckedBundle {
  readonly libraries: readonly NewLibrary[]
  readonly skipped: ImportLibrariesResponse["skipped"]
  /** True if the bundle requests overwriting. */
  readonly force: boolean
}

/** Limits of one bundle. */
export interface BundleLimits {
  readonly timeLimitMs?: number
  readonly maxHeapMegabytes?: number
}

/**
 * Checks a bundle in a separate process, one bundle at a time, so that it cannot block this process or exhaust its
 * memory. A thread is not enough: its limits do not include buffers, and running out of memory ends the whole program.
 * Only JSON of a few kilobytes is checked in this process.
 *
 * @param outputPath file for the accepted entries; the caller removes it in any case.
 * @throws {InvalidInput} if it is not a bundle, or takes too much time or memory.
 */
export async function checkReceivedBundle(
  bundle: ReceivedBundle,
  outputPath: string,
  { queue, ...limits }: BundleLimits & { readonly queue: SerialQueue },
): Promise<CheckedBundle> {
  if (bundle.form === "json" && (await stat(bundle.path)).size <= MAX_BYTES_HERE) return checkHere(bundle, outputPath)
  return queue.run(() => checkNow(bundle, outputPath, limits))
}

async function checkHere(bundle: ReceivedBundle, outputPath: string): Promise<CheckedBundle> {
  const libraries: NewLibrary[] = []
  const skipped: CheckedBundle["skipped"][number][] = []
  const { force } = await checkBundle(bundle, outputPath, {
    onEntries(entries) {
      libraries.push(...entries.libraries)
      skipped.push(...entries.skipped)
    },
  })
  return { libraries, skipped, force }
}

function checkNow(
  bundle: ReceivedBundle,
  outputPath: string,
  { timeLimitMs = TIME_LIMIT_MS, maxHeapMegabytes = MAX_HEAP_MEGABYTES }: BundleLimits,
): Promise<CheckedBundle> {
  const child = startProcess(maxHeapMegabytes)
  const libraries: NewLibrary[] = []
  const skipped: CheckedBundle["skipped"][number][] = []
  let stopWatching: (() => void) | undefined
  const checked = new Promise<CheckedBundle>((resolve, reject) => {
    const tooMuch = (what: string) =>
      reject(new InvalidInput(`cannot read the bundle: ${what}. Split it into smaller bundles`))
    stopWatching = watchProcessorTime(timeLimitMs, { processorMs: () => processorMsOf(child.pid) }, () => {
      tooMuch(`it takes longer than ${Math.round(timeLimitMs / 1000)} s`)
      child.kill("SIGKILL")
    })
    child.on("message", (message) => {
      const said = message as BundleMessage
      if (said.kind === "entries") {
        libraries.push(...said.libraries)
        skipped.push(...said.skipped)
        return
      }
      if (said.kind === "done") resolve({ libraries, skipped, force: said.force })
      else reject(said.kind === "refused" ? new InvalidInput(said.message) : new InternalFailure(said.message))
      child.kill("SIGKILL")
    })
    child.once("error", reject)
    child.once("exit", (code, signal) => {
      // Has no effect after a response.
      if (code === TOO_MUCH_MEMORY_EXIT_CODE || signal === "SIGABRT") tooMuch("it takes too much memory")
      else tooMuch("the process that read it ended early")
    })
    const request: BundleRequest = { bundle, outputPath, maxResidentBytes: MAX_RESIDENT_BYTES }
    child.send(request, (error) => {
      if (error !== null) reject(error)
    })
  })
  // Not when the process exits: one that cannot be started does not.
  return checked.finally(stopWatching)
}

function startProcess(maxHeapMegabytes: number): ChildProcess {
  const { url, isSource } = programFile(new URL("./bundle-process", import.meta.url), import.meta.url)
  // Tests can run the TypeScript sources, which require a loader and the sources of other packages.
  const loader = isSource ? ["--conditions=lectern-source", "--import", import.meta.resolve("tsx")] : []
  return fork(fileURLToPath(url), [], {
    execArgv: [`--max-old-space-size=${maxHeapMegabytes}`, ...loader],
    // A process that parses untrusted files gets none of this process's environment variables, which may contain keys.
    env: { PATH: process.env["PATH"] },
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  })
}
