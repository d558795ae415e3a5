#!/usr/bin/env node
import { type ServerEntryPoints, runCli } from "@lectern/cli"
import { programVersion } from "./compose/program-version.ts"

/** Loaded on demand: most commands call a running server and do not need one in this process. */
const program = () => import("./compose/run-program.ts")

const entryPoints: ServerEntryPoints = {
  version: programVersion(),
  serve: async (flags) => (await import("./compose/serve-processes.ts")).serve(flags),
  work: async (flags) => (await import("./compose/run-worker.ts")).work(flags),
  checkConfig: async (flags) => {
    const { environmentOf } = await import("./compose/settings-of-flags.ts")
    const { checkConfiguration } = await import("./compose/check-configuration.ts")
    const { problems, warnings } = await checkConfiguration(environmentOf(flags))
    return { problems, warnings }
  },
  doctor: async (flags) => (await import("./compose/commands/run-doctor.ts")).runDoctor(flags),
  supportBundle: async (flags) => (await import("./compose/commands/support-bundle.ts")).writeSupportBundle(flags),
  migrate: async (flags) => (await program()).migrate(flags),
  moveInstance: async (flags) => (await import("./compose/keeping/move-instance.ts")).moveInstance(flags),
  backup: async (flags) => (await import("./compose/keeping/backup-instance.ts")).backupInstance(flags),
  restore: async (flags) => (await import("./compose/keeping/restore-instance.ts")).restoreInstance(flags),
  openLocal: async (flags) => (await program()).openLocal(flags),
  findDataDir: async (flags) => (await import("./compose/find-data-dir.ts")).findDataDir(flags),
  createKey: async (flags) => (await program()).makeKey(flags),
  createUser: async (flags) => (await program()).makeUser(flags),
  setPassword: async (flags) => (await program()).setPassword(flags),
  hookSecret: async (flags) => (await program()).hookSecret(flags),
  rotateKey: async (flags) => (await import("./compose/rotate-key.ts")).rotateKey(flags),
}

process.exitCode = await runCli(process.argv.slice(2), entryPoints)
