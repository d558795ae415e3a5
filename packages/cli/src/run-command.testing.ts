import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { captureIo, type CapturedIo } from "./captured-io.testing.ts"
import type { ServerEntryPoints } from "./session/server-entry-points.ts"
import { aJob, type ContractServer, startContractServer } from "./contract-server.testing.ts"
import { runCli } from "./run-cli.ts"

export const KEY = "lectern_secret_key_of_the_test"

const unexpectedCall = () => Promise.reject(new Error("this function was not expected to be called"))
export const entryPoints: ServerEntryPoints = {
  version: "1.2.3",
  serve: unexpectedCall,
  work: unexpectedCall,
  checkConfig: unexpectedCall,
  doctor: unexpectedCall,
  supportBundle: unexpectedCall,
  migrate: unexpectedCall,
  moveInstance: unexpectedCall,
  backup: unexpectedCall,
  restore: unexpectedCall,
  openLocal: unexpectedCall,
  findDataDir: ({ dataDir = "/d" }) => Promise.resolve(dataDir),
  createKey: unexpectedCall,
  createUser: unexpectedCall,
  setPassword: unexpectedCall,
  hookSecret: unexpectedCall,
  rotateKey: unexpectedCall,
}

/** Starts a server that is closed after the test. */
export async function aServer(...parameters: Parameters<typeof startContractServer>): Promise<ContractServer> {
  const server = await startContractServer(...parameters)
  onTestFinished(() => server.close())
  return server
}

/** Makes a folder that is removed after the test. */
export async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "lectern-cli-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export interface Run extends CapturedIo {
  readonly exitCode: number
}

/** Runs one command line with captured output. */
export async function run(
  argv: string[],
  given: Parameters<typeof captureIo>[0] & { entryPoints?: Partial<ServerEntryPoints> } = {},
): Promise<Run> {
  const io = captureIo(given)
  const exitCode = await runCli(argv, { ...entryPoints, ...given.entryPoints }, io)
  return { ...io, exitCode }
}

export const running = aJob({
  state: "running",
  stage: "parsing",
  progress: { parsing: { done: 77, total: 155, unit: "files" } },
})
export const succeeded = aJob({
  state: "succeeded",
  startedAt: "2026-11-20T12:00:00.000Z",
  finishedAt: "2026-11-20T12:00:01.800Z",
})
export const failed = aJob({
  state: "failed",
  error: { code: "source_unreachable", message: "no such host", retryable: true },
})
