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

/** The documentation that is bundled with Lectern, in a clone and in the published package. */
const SAMPLE_FOLDER = fileURLToPath(new URL("../../docs", PROGRAM_ROOT))

/** Runs the server until the process is stopped. */
export async function serve(flags: ServeFlags): Promise<void> {
  const settings = settingsOf(flags)
  const dataDir = resolve(settings.LECTERN_DATA_DIR)
  const log = openLog(settings.LECTERN_LOG_LEVEL)
  keepServing(log)
  // The worker runs the same program file, however it was started.
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

/** Logs unhandled rejections instead of ending the process: one defect should not stop the service. */
function keepServing(log: Log): void {
  process.on("unhandledRejection", (reason) => log.error({ err: asError(reason) }, "unhandled rejection"))
}

/** Migrates the catalogue to the current version. */
export async function migrate(flags: ServeFlags): Promise<void> {
  await (await composeInProcess(flags, "none")).close()
}

function composeInProcess(flags: ServeFlags, workerMode: WorkerMode, systemKey?: string): Promise<ComposedApp> {
  return composeApp(settingsOf(flags), { ...runtime(silentLog), workerMode, systemKey })
}

/** Composes a server in this process that does not listen on a port. */
export async function openLocal({ worker, ...flags }: LocalFlags): Promise<LocalServer> {
  const apiKey = newApiKey()
  const server = await composeInProcess(flags, worker === true ? "inline" : "none", apiKey)
  await server.start()
  return { url: "http://127.0.0.1", apiKey, fetch: inProcessFetch(server.app), close: () => server.close() }
}

/** Creates an API key directly in the data directory. */
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

/** Length of an initial password in random bytes, written as base64url. */
const FIRST_PASSWORD_BYTES = 16

/** Creates an account with a random password directly in the data directory. */
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

/** Reads the secret of incoming hooks directly from the data directory. */
export async function hookSecret({ isNew, ...flags }: Parameters<ServerEntryPoints["hookSecret"]>[0]): Promise<string> {
  const server = await composeInProcess(flags, "none")
  try {
    return await obtainHookSecret(server.context, isNew)
  } finally {
    await server.close()
  }
}
