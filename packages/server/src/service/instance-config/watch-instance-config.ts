import { authorize } from "../../access/permissions/authorize.ts"
import { readFile, stat } from "node:fs/promises"
import { LIMITS } from "@lectern/contract"
import { asError, ServiceError } from "../../base/errors.ts"
import type { InstanceConfigSecrets } from "./desired-library.ts"
import type { InstanceConfigServices } from "./instance-config-services.ts"
import { sha256Hex } from "../../base/sha256.ts"

/** Time between checks of the file, in milliseconds. */
const CHECK_INTERVAL_MS = 10_000

export interface WatchedInstanceConfig {
  readonly path: string
  readonly prune: boolean
  readonly secrets: InstanceConfigSecrets
}

export interface InstanceConfigWatch {
  /** Applies the file now, and checks it for changes every ten seconds. */
  start(): Promise<void>
  /** Stops watching; resolves when a running application has finished. */
  stop(): Promise<void>
}

/** Watches an instance config on disk and applies it. An invalid file is logged once, with every problem, and changes nothing. */
export function watchInstanceConfig(
  context: InstanceConfigServices,
  { path, prune, secrets }: WatchedInstanceConfig,
): InstanceConfigWatch {
  const program = authorize(context, { kind: "system" }, "applyManifest")
  let lastHash = ""
  let timer: NodeJS.Timeout | undefined
  let checking: Promise<void> | undefined

  async function check(): Promise<void> {
    const manifest = await readInstanceConfig(path)
    const hash = sha256Hex(manifest)
    if (hash === lastHash) return
    // Loaded on demand, because few instances have an instance config.
    const { applyInstanceConfig } = await import("./apply-instance-config.ts")
    const { steps } = await applyInstanceConfig(context, program, { manifest, prune, secrets })
    for (const { libraryId, source, problem } of steps) {
      if (problem !== null) context.log.warn({ libraryId, source, problem }, "cannot apply a library of lectern.yaml")
    }
    lastHash = hash
  }

  let lastProblem = ""
  async function checkAndLog(): Promise<void> {
    try {
      await check()
      lastProblem = ""
    } catch (error) {
      const problem = asError(error).message
      if (problem === lastProblem) return
      lastProblem = problem
      const expected = error instanceof ServiceError && error.expected
      context.log.error(expected ? { path, problem } : { path, err: asError(error) }, "cannot apply lectern.yaml")
    }
  }

  const checkOnce = () => (checking ??= checkAndLog().finally(() => (checking = undefined)))
  return {
    async start() {
      timer ??= setInterval(() => void checkOnce(), CHECK_INTERVAL_MS).unref()
      await checkOnce()
    },
    async stop() {
      clearInterval(timer)
      await checking
    },
  }
}

async function readInstanceConfig(path: string): Promise<string> {
  const { size } = await stat(path)
  if (size > LIMITS.manifestMaxCharacters) {
    throw new Error(
      `cannot read ${path}: it has ${size} bytes. A lectern.yaml may have at most ${LIMITS.manifestMaxCharacters} bytes`,
    )
  }
  return readFile(path, "utf8")
}
