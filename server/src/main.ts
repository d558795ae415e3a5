#!/usr/bin/env node
import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { newApiKey } from "./access/api-keys.ts"
import { systemClock } from "./base/clock.ts"
import { openLog, silentLog, type Log } from "./base/log.ts"
import type { CliDoors, LocalFlags, LocalServer, ServeFlags } from "./cli/cli-doors.ts"
import { runCli } from "./cli/run-cli.ts"
import { composeApp, composeWorker, programVersion, type ComposedApp, type WorkerMode } from "./compose.ts"
import { injectFetch } from "./compose/inject-fetch.ts"
import { announce } from "./compose/announce.ts"
import { untilStopped } from "./compose/until-stopped.ts"
import { readSettings, type Settings } from "./config/settings.ts"
import { followSupervisor } from "./ingest/follow-supervisor.ts"
import { createKey } from "./service/keys.ts"
import { SAMPLE_LIBRARY_ID } from "./service/sample.ts"

const surroundings = (log: Log) => ({ clock: systemClock, log })

/** The documentation that is bundled with the program, in a clone and in a package alike. */
const SAMPLE_FOLDER = fileURLToPath(new URL("../../docs", import.meta.url))

function settingsWith({ host, port, dataDir }: ServeFlags): Settings {
  return readSettings({
    ...process.env,
    ...(host === undefined ? {} : { LECTERN_HOST: host }),
    ...(port === undefined ? {} : { LECTERN_PORT: String(port) }),
    ...(dataDir === undefined ? {} : { LECTERN_DATA_DIR: dataDir }),
  })
}

async function serve(flags: ServeFlags): Promise<void> {
  const settings = settingsWith(flags)
  const dataDir = resolve(settings.LECTERN_DATA_DIR)
  const server = await composeApp(settings, {
    ...surroundings(openLog(settings.LECTERN_LOG_LEVEL)),
    workerMode: flags.worker === false ? "none" : "child",
    workerCommand: { args: [...process.execArgv, fileURLToPath(import.meta.url), "work", "--data-dir", dataDir] },
    sampleFolder: existsSync(SAMPLE_FOLDER) ? SAMPLE_FOLDER : undefined,
  })
  try {
    const address = await server.app.listen({ host: settings.LECTERN_HOST, port: settings.LECTERN_PORT })
    await server.start()
    const sample = await server.context.catalogue.libraries.byId(SAMPLE_LIBRARY_ID)
    announce({ settings, address, hasSample: sample !== undefined })
    await untilStopped()
  } finally {
    await server.close()
  }
}

async function work(flags: ServeFlags): Promise<void> {
  const settings = settingsWith(flags)
  const { worker, close } = await composeWorker(settings, surroundings(openLog(settings.LECTERN_LOG_LEVEL)))
  try {
    await followSupervisor(worker)
  } finally {
    await close()
  }
}

async function migrate(flags: ServeFlags): Promise<void> {
  await (await composeInProcess(flags, "none")).close()
}

function composeInProcess(flags: ServeFlags, workerMode: WorkerMode, systemKey?: string): Promise<ComposedApp> {
  return composeApp(settingsWith(flags), { ...surroundings(silentLog), workerMode, systemKey })
}

async function openLocal({ worker, ...flags }: LocalFlags): Promise<LocalServer> {
  const apiKey = newApiKey()
  const server = await composeInProcess(flags, worker === true ? "inline" : "none", apiKey)
  await server.start()
  return { url: "http://127.0.0.1", apiKey, fetch: injectFetch(server.app), close: () => server.close() }
}

async function makeKey(flags: Parameters<CliDoors["createKey"]>[0]) {
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

const doors: CliDoors = { version: programVersion(), serve, work, migrate, openLocal, createKey: makeKey }

process.exitCode = await runCli(process.argv.slice(2), doors)
