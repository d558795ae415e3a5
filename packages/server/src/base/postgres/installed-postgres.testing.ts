import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { chown, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"

/** Options for running an installed PostgreSQL with its programs `initdb` and `postgres`. */
export interface InstalledPostgresOptions {
  /** Directory of the programs, such as `/usr/lib/postgresql/15/bin`. */
  readonly binaries: string
  readonly databaseDir: string
  readonly user: string
  readonly password: string
  readonly port: number
  readonly initdbFlags: readonly string[]
  readonly postgresFlags: readonly string[]
}

/** Runs an installed PostgreSQL, as the user `postgres` if this process runs as root, because it refuses root. */
export class InstalledPostgres {
  readonly #options: InstalledPostgresOptions
  readonly #owner = process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : {}
  #process: ChildProcess | undefined

  constructor(options: InstalledPostgresOptions) {
    this.#options = options
  }

  async initialise(): Promise<void> {
    const { databaseDir, user, password, initdbFlags } = this.#options
    const { uid, gid } = this.#owner
    const passwordFile = `${databaseDir}.password`
    await writeFile(passwordFile, `${password}\n`)
    if (uid !== undefined && gid !== undefined) await chown(databaseDir, uid, gid)
    const flags = [`--pgdata=${databaseDir}`, "--auth=password", `--username=${user}`, `--pwfile=${passwordFile}`]
    const initdb = this.#spawn("initdb", [...flags, ...initdbFlags])
    const errors = textOf(initdb)
    const [code] = (await once(initdb, "close")) as [number | null]
    await rm(passwordFile)
    if (code !== 0) throw new Error(`initdb failed: ${errors.text}`)
  }

  async start(): Promise<void> {
    const { databaseDir, port, postgresFlags } = this.#options
    const server = this.#spawn("postgres", ["-D", databaseDir, "-p", String(port), ...postgresFlags])
    const log = textOf(server)
    this.#process = server
    await new Promise<void>((resolve, reject) => {
      server.stderr?.on("data", () => {
        if (log.text.includes("ready to accept connections")) resolve()
      })
      server.once("close", () => reject(new Error(`PostgreSQL did not start: ${log.text}`)))
    })
  }

  async stop(): Promise<void> {
    const server = this.#process
    if (server === undefined) return
    this.#process = undefined
    const closed = once(server, "close")
    server.kill("SIGINT")
    await closed
  }

  #spawn(program: string, flags: readonly string[]): ChildProcess {
    const env = { ...process.env, LC_ALL: "C" }
    return spawn(join(this.#options.binaries, program), flags, { ...this.#owner, cwd: "/", env })
  }
}

function idOf(flag: "-u" | "-g"): number {
  return Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }))
}

/** Collects the first part of a process's standard error. */
function textOf(child: ChildProcess): { readonly text: string } {
  const collected = { text: "" }
  child.stdout?.resume()
  child.stderr?.on("data", (part: Buffer) => {
    if (collected.text.length < 10_000) collected.text += part.toString()
  })
  return collected
}
