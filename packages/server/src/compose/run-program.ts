import { randomBytes } from "node:crypto"
import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { CreateUserRequest } from "@lectern/contract"
import { newApiKey } from "../access/identity/api-keys.ts"
import { systemClock } from "../base/clock.ts"
import { asError } from "../base/errors.ts"
import { PROGRAM_ROOT } from "../base/program-root.ts"
import { openLog, silentLog, type Log } from "../base/log.ts"
import type { ServerEntryPoints, LocalFlags, LocalServer, ServeFlags } from "@lectern/cli"
import { composeApp, type ComposedApp, type WorkerMode } from "./compose-app.ts"
import { obtainHookSecret } from "../service/incoming-hooks/hook-secret.ts"
import { createKey } from "../service/people/keys.ts"
import { createUser } from "../service/people/users.ts"
import { SAMPLE_LIBRARY_ID } from "../service/libraries/sample.ts"
import { printStartMessage } from "./startup-message.ts"
import { inProcessFetch } from "./in-process-fetch.ts"
import { settingsOf } from "./settings-of-flags.ts"
import { waitForShutdown } from "./wait-for-shutdown.ts"

const runtime = (log: Log) => ({ clock: systemClock, log })

/** The documentation that is bundled with the program, in a clone and in a package alike. */
const SAMPLE_FOLDER = fileURLToPath(new URL("../../docs", PROGRAM_ROOT))

/** Serves until the process is told to stop. */
export async function serve(flags: ServeFlags): Promise<void> {
  const settings = settingsOf(flags)
  const dataDir = resolve(settings.LECTERN_DATA_DIR)
  const log = openLog(settings.LECTERN_LOG_LEVEL)
  keepServing(log)
  // The worker is this very program once more, however it was started.
  const [, programFile = ""] = process.argv
  const server = await composeApp(settings, {
    ...runtime(log),
    workerMode: flags.worker === false ? "none" : "child",
    workerCommand: {
      args: [...process.execArgv, programFile, "work", "--data-dir", dataDir],
    },
    sampleFolder: existsSync(SAMPLE_FOLDER) ? SAMPLE_FOLDER : undefined,
  })
  try {
    const address = await server.app.listen({ host: settings.LECTERN_HOST, port: settings.LECTERN_PORT })
    await server.start()
    const sample = await server.context.catalogue.libraries.byId(SAMPLE_LIBRARY_ID)
    printStartMessage({ settings, address, hasSample: sample !== undefined })
    await waitForShutdown()
  } finally {
    await server.close()
  }
}

/** A promise that nobody waited for is a defect; ending the service for everybody would be a worse one. */
function keepServing(log: Log): void {
  process.on("unhandledRejection", (reason) => log.error({ err: asError(reason) }, "a failure was not handled"))
}

/** Brings the catalogue up to date. */
export async function migrate(flags: ServeFlags): Promise<void> {
  await (await composeInProcess(flags, "none")).close()
}

function composeInProcess(flags: ServeFlags, workerMode: WorkerMode, systemKey?: string): Promise<ComposedApp> {
  return composeApp(settingsOf(flags), { ...runtime(silentLog), workerMode, systemKey })
}

/** Puts a server together in this process, without listening. */
export async function openLocal({ worker, ...flags }: LocalFlags): Promise<LocalServer> {
  const apiKey = newApiKey()
  const server = await composeInProcess(flags, worker === true ? "inline" : "none", apiKey)
  await server.start()
  return { url: "http://127.0.0.1", apiKey, fetch: inProcessFetch(server.app), close: () => server.close() }
}

/** Makes an API key directly in the data directory. */
export async function makeKey(flags: Parameters<ServerEntryPoints["createKey"]>[0]) {
  const { label, userName, ...rest } = flags
  const server = await composeInProcess(rest, "none")
  try {
    const request = { name: label, ...(userName === undefined ? {} : { userName }) }
    const { key, userName: owner } = await createKey(server.context, { kind: "system" }, request)
    return { key, userName: owner }
  } finally {
    await server.close()
  }
}

/** Characters of a first password; 16 bytes as base64url. */
const FIRST_PASSWORD_BYTES = 16

/** Makes an account with a random password directly in the data directory. */
export async function makeUser({ name, role: wanted, ...flags }: Parameters<ServerEntryPoints["createUser"]>[0]) {
  const server = await composeInProcess(flags, "none")
  try {
    const isFirst = (await server.context.catalogue.users.count()) === 0
    const role = wanted ?? (isFirst ? "admin" : "member")
    const password = randomBytes(FIRST_PASSWORD_BYTES).toString("base64url")
    await createUser(server.context, { kind: "system" }, CreateUserRequest.parse({ name, password, role }))
    return { name, role, password }
  } finally {
    await server.close()
  }
}

/** Gives the secret of the webhooks directly from the data directory. */
export async function hookSecret({ isNew, ...flags }: Parameters<ServerEntryPoints["hookSecret"]>[0]): Promise<string> {
  const server = await composeInProcess(flags, "none")
  try {
    return await obtainHookSecret(server.context, isNew)
  } finally {
    await server.close()
  }
}
