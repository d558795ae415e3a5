import { existsSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { setFlagsFromString } from "node:v8"
import { CreateKeyRequest, CreateUserRequest, UpdateUserRequest } from "@lectern/contract"
import { authorize } from "../access/permissions/authorize.ts"
import { newApiKey } from "../access/identity/api-keys.ts"
import { INITIAL_PASSWORD_FILE, randomPassword } from "../access/identity/initial-password.ts"
import { systemClock } from "../base/clock.ts"
import { asError } from "../base/errors.ts"
import { type Tracing, withTraceIds } from "../base/tracing.ts"
import { PROGRAM_ROOT } from "../base/program-root.ts"
import { type HeldLog, holdLog, openLog, silentLog, type Log } from "../base/log.ts"
import type { ServerEntryPoints, LocalFlags, LocalServer, ServeFlags } from "@lectern/cli"
import { composeApp, type ComposedApp, type WorkerMode } from "./compose-app.ts"
import { parseRequest } from "../http/serving/validate-request.ts"
import { obtainHookSecret } from "../service/incoming-hooks/hook-secret.ts"
import { createKey, createKeyFor } from "../service/people/keys.ts"
import { createUser, updateUser } from "../service/people/users.ts"
import { SAMPLE_LIBRARY_ID } from "../service/libraries/sample.ts"
import { findAdminName, printStartMessage } from "./startup-message.ts"
import { inProcessFetch } from "./in-process-fetch.ts"
import { asListenError, assertSafeToListen } from "./safe-to-listen.ts"
import type { Settings } from "../config/settings.ts"
import { requireConfiguration } from "./check-configuration.ts"
import { environmentOf, settingsOf } from "./settings-of-flags.ts"
import { programVersion } from "./program-version.ts"
import { openTracing } from "./tracing/open-tracing.ts"
import { waitForShutdown } from "./wait-for-shutdown.ts"
import type { SupervisedWorker } from "../ingest/run/start-worker-process.ts"
import { openServingProcess } from "./processes/serving-process.ts"

const runtime = (log: Log) => ({ clock: systemClock, log })

/** The bundled documentation, as prepared by the build (scripts/sample.mjs). */
const SAMPLE_FOLDERS = {
  pages: fileURLToPath(new URL("dist/sample/docs", PROGRAM_ROOT)),
  ready: fileURLToPath(new URL("dist/sample", PROGRAM_ROOT)),
}

/**
 * Maximum growth of the heap, in per cent, before a garbage collection. Under constant load for eight minutes, memory
 * varied between 147 and 246 MB without a limit, and between 143 and 163 MB with it; heap snapshots showed no leak.
 */
const HEAP_GROWING_PERCENT = 30

/**
 * Runs the server until the process is stopped.
 *
 * @param workerProcess the held process that runs its jobs; undefined if they run elsewhere.
 */
export async function serve(flags: ServeFlags, workerProcess: SupervisedWorker | undefined): Promise<void> {
  const { settings, warnings } = await requireConfiguration(environmentOf(flags))
  const log = holdLog(openLog(settings.LECTERN_LOG_LEVEL))
  for (const warning of warnings) log.warn({ warning }, "the configuration may contain a mistake")
  keepServing(log)
  try {
    await serveUntilShutdown(settings, { log, workerProcess })
  } finally {
    log.release()
  }
}

async function serveUntilShutdown(
  settings: Settings,
  { log, workerProcess }: Pick<Serving, "log" | "workerProcess">,
): Promise<void> {
  const supervised = openServingProcess()
  const tracing = await openTracing(settings, { log, version: programVersion() })
  try {
    await serveTraced(settings, { log, tracing, supervised, workerProcess })
  } finally {
    await tracing?.close()
    supervised?.leave()
  }
}

/** The parts of a server that exist until its shutdown. */
interface Serving {
  readonly log: HeldLog
  readonly tracing: Tracing | undefined
  readonly supervised: ReturnType<typeof openServingProcess>
  readonly workerProcess: SupervisedWorker | undefined
}

async function serveTraced(settings: Settings, serving: Serving): Promise<void> {
  const { log, tracing, supervised, workerProcess } = serving
  const server = await composeApp(settings, {
    ...runtime(tracing === undefined ? log : withTraceIds(log, tracing)),
    tracing,
    workerMode: workerProcess === undefined ? "none" : "child",
    workerProcess,
    supervised,
    sampleFolders: existsSync(SAMPLE_FOLDERS.pages) ? SAMPLE_FOLDERS : undefined,
  })
  try {
    await assertSafeToListen(settings, server.context.catalogue)
    const address = await listen(server, settings)
    await server.start()
    limitHeapOnceHalfFilled(server)
    const sample = await server.context.catalogue.libraries.byId(SAMPLE_LIBRARY_ID)
    const { initialPassword } = server
    if (supervised === undefined || supervised.isFirst) {
      const hasInitialPassword = existsSync(join(settings.LECTERN_DATA_DIR, INITIAL_PASSWORD_FILE))
      const adminName = await findAdminName(server.context.catalogue)
      printStartMessage({
        settings,
        address,
        hasSample: sample !== undefined,
        initialPassword,
        hasInitialPassword,
        adminName,
      })
    }
    log.release()
    supervised?.reportServing()
    await waitForShutdown(supervised?.onStop)
  } finally {
    await server.close()
  }
}

/** Listens, and returns the address. @throws {BadSettings} if that is impossible. */
async function listen({ app }: ComposedApp, settings: Settings): Promise<string> {
  try {
    return await app.listen({ host: settings.LECTERN_HOST, port: settings.LECTERN_PORT })
  } catch (error) {
    throw asListenError(error, settings)
  }
}

/**
 * Waits until the directory is half filled, because the limit's frequent garbage collections would make loading all
 * libraries a seventh slower. It does not wait until the directory is completely filled: the limit applies only from
 * the next full collection, which could then be long in coming, at three times the memory in use.
 */
function limitHeapOnceHalfFilled({ context }: ComposedApp): void {
  void context.catalogueSync.halfFilled.then(() => setFlagsFromString(`--heap-growing-percent=${HEAP_GROWING_PERCENT}`))
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
  const { name } = parseRequest(CreateKeyRequest, { name: label })
  const server = await composeInProcess(rest, "none")
  try {
    const { context } = server
    const { key, userName: owner } =
      userName === undefined
        ? await createKey(context, authorize(context, { kind: "system" }, "manageOwnKeys"), { name })
        : await createKeyFor(context, authorize(context, { kind: "system" }, "manageKeysOfOthers"), {
            name,
            userName,
          })
    return { key, userName: owner }
  } finally {
    await server.close()
  }
}

/** Creates an account with a random password directly in the data directory. */
export async function makeUser({ name, role: wanted, ...flags }: Parameters<ServerEntryPoints["createUser"]>[0]) {
  const server = await composeInProcess(flags, "none")
  try {
    const isFirst = (await server.context.catalogue.users.count()) === 0
    const role = wanted ?? (isFirst ? "admin" : "member")
    const password = randomPassword()
    await createUser(
      server.context,
      authorize(server.context, { kind: "system" }, "manageUsers"),
      parseRequest(CreateUserRequest, { name, password, role }),
    )
    return { name, role, password }
  } finally {
    await server.close()
  }
}

/** Sets the password of an account directly in the data directory. */
export async function setPassword({ name, password, ...flags }: Parameters<ServerEntryPoints["setPassword"]>[0]) {
  const server = await composeInProcess(flags, "none")
  try {
    const program = authorize(server.context, { kind: "system" }, "changeOwnPassword")
    await updateUser(server.context, program, name, parseRequest(UpdateUserRequest, { password }))
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
