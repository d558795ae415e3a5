import { chmod, mkdir, rename, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import { rootOf } from "@lectern/client"
import { z } from "zod"
import { joinPath, type Machine, settingsFolder, applicationFolder } from "../setup/config-paths.ts"
import type { CliIo } from "../terminal/cli-io.ts"
import { CliFailure, EXIT_CODES } from "../terminal/exit-codes.ts"
import { readOptionalFile } from "../terminal/optional-files.ts"

/** Readable by the user only. */
const PRIVATE_FILE_MODE = 0o600
const PRIVATE_FOLDER_MODE = 0o700

const Credential = z.object({
  apiKey: z.string().min(1),
  keyId: z.string().nullable(),
  userName: z.string().nullable(),
})
/** A key that `lectern login` has stored for one server. */
export type Credential = z.infer<typeof Credential>

const CredentialFile = z.object({ servers: z.record(z.string(), Credential) })
type CredentialFile = z.infer<typeof CredentialFile>

type CredentialsIo = Pick<CliIo, "environment">

/** Returns the path of the file with the keys of all servers: `lectern/credentials.json` in the user's configuration folder. */
function credentialsPath({ environment }: CredentialsIo): string {
  const machine: Machine = { platform: process.platform, environment, project: "" }
  const folder = machine.platform === "win32" ? applicationFolder(machine) : settingsFolder(machine)
  return joinPath(machine, folder, "lectern", "credentials.json")
}

/** Returns the key stored for a server. @throws {CliFailure} if the file is invalid. */
export async function readCredential(io: CredentialsIo, url: string): Promise<Credential | undefined> {
  const { servers } = await readFile(io)
  const address = addressOf(url)
  return Object.hasOwn(servers, address) ? servers[address] : undefined
}

/** Stores the key of a server, replacing the previous one. @returns the path of the file. */
export async function storeCredential(io: CredentialsIo, url: string, credential: Credential): Promise<string> {
  const { servers } = await readFile(io)
  return write(io, { servers: { ...servers, [addressOf(url)]: credential } })
}

/** Removes the key of a server from the file. */
export async function forgetCredential(io: CredentialsIo, url: string): Promise<void> {
  const { servers } = await readFile(io)
  const address = addressOf(url)
  await write(io, { servers: Object.fromEntries(Object.entries(servers).filter(([each]) => each !== address)) })
}

/** Normalises an address, so that different spellings have the same key. */
function addressOf(url: string): string {
  return rootOf(url).toLowerCase()
}

async function readFile(io: CredentialsIo): Promise<CredentialFile> {
  const path = credentialsPath(io)
  const bytes = await readOptionalFile(path)
  if (bytes === undefined) return { servers: {} }
  try {
    return CredentialFile.parse(JSON.parse(bytes.toString("utf8")))
  } catch {
    throw new CliFailure(EXIT_CODES.failure, `${path} is invalid: delete it, then sign in again with lectern login`)
  }
}

/** Written to a temporary file and then renamed, so that a crash leaves either the old or the new file. */
async function write(io: CredentialsIo, content: CredentialFile): Promise<string> {
  const path = credentialsPath(io)
  await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER_MODE })
  const draft = `${path}.${process.pid}.tmp`
  await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: PRIVATE_FILE_MODE })
  await chmod(draft, PRIVATE_FILE_MODE)
  await rename(draft, path)
  return path
}
