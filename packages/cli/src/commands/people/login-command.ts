import { hostname } from "node:os"
import { setTimeout as delay } from "node:timers/promises"
import { ApiError, LecternClient, rootOf } from "@lectern/client"
import type { FinishDeviceResponse, StartDeviceResponse } from "@lectern/contract"
import type { Command } from "commander"
import { type CommandContext, newCommand, terminalOf } from "../../session/command-context.ts"
import { type Session, serverUrl, withSession } from "../../session/connect.ts"
import { forgetCredential, readCredential, storeCredential } from "../../session/credentials.ts"
import { CliFailure, EXIT_CODES } from "../../terminal/exit-codes.ts"
import { readSecret } from "../../terminal/read-secret.ts"

interface LoginOptions {
  readonly url?: string | undefined
  readonly withKey?: boolean | undefined
  readonly name?: string | undefined
  readonly json?: boolean | undefined
}

/** `lectern login`: signs in to a server in the browser, and stores a key for it. */
export function loginCommand(context: CommandContext): Command {
  return newCommand("login [address]", "sign in to a server in the browser, and store a key for it on this machine", [
    "login",
    "login https://docs.example.com",
    "login https://docs.example.com --with-key < key.txt",
  ])
    .option("--name <name>", "name of the key (default: lectern on this machine)")
    .option("--with-key", "read an existing key from standard input instead")
    .option("--json", "print the result as one JSON document")
    .action(async (address: string | undefined, options: LoginOptions) => {
      const url = serverUrl(address, context.io)
      const terminal = terminalOf(context, options)
      // A key that is already stored or set in the environment must not sign in on the user's behalf.
      await withSession({ url, apiKey: "" }, context, async (session) => {
        const credential = options.withKey
          ? await readKey(context, session, url)
          : await signIn(context, session, { ...options, url })
        const path = await storeCredential(context.io, url, credential)
        terminal.printJson({ url: rootOf(url), userName: credential.userName, path })
        terminal.print(`signed in to ${rootOf(url)}${credential.userName === null ? "" : ` as ${credential.userName}`}`)
        terminal.note(`the key is in ${path}; commands use it unless --api-key or LECTERN_API_KEY is set`)
        if (address !== undefined && context.io.environment["LECTERN_URL"] !== address) {
          terminal.note(`use this server with --url ${address}, or set LECTERN_URL=${address}`)
        }
      })
    })
}

/** `lectern logout`: revokes the key that `lectern login` has stored for a server. */
export function logoutCommand(context: CommandContext): Command {
  return newCommand(
    "logout [address]",
    "revoke the key that login stored for a server, and remove it from this machine",
    ["logout", "logout https://docs.example.com"],
  )
    .option("--json", "print the result as one JSON document")
    .action(async (address: string | undefined, options: { readonly json?: boolean | undefined }) => {
      const url = serverUrl(address, context.io)
      const terminal = terminalOf(context, options)
      const credential = await readCredential(context.io, url)
      if (credential === undefined) throw new CliFailure(EXIT_CODES.notFound, `not signed in to ${rootOf(url)}`)
      const { apiKey, keyId } = credential
      const isRevoked =
        keyId !== null &&
        (await withSession({ url, apiKey }, context, ({ client, signal }) => revoke(client, keyId, signal)))
      await forgetCredential(context.io, url)
      terminal.printJson({ url: rootOf(url), revoked: isRevoked })
      terminal.print(`signed out of ${rootOf(url)}`)
      if (!isRevoked) terminal.note("the key was only removed from this machine: revoke it on the server")
    })
}

async function signIn(
  { io, ...context }: CommandContext,
  { client, signal }: Session,
  { url, name, json }: LoginOptions & { readonly url: string },
) {
  const started = await client.session.startDevice({ name: name ?? `lectern on ${hostname()}` }, { signal })
  const terminal = terminalOf({ io, ...context }, { json })
  terminal.note(`open ${rootOf(url)}${started.path}`)
  terminal.note(`and confirm the code ${started.userCode}`)
  const { key, keyId, userName } = await waitForKey(client, started, signal)
  return { apiKey: key, keyId, userName }
}

async function waitForKey(client: LecternClient, started: StartDeviceResponse, signal: AbortSignal) {
  const endMs = Date.now() + started.expiresInSeconds * 1_000
  while (Date.now() < endMs) {
    const finished: FinishDeviceResponse = await client.session.finishDevice(
      { deviceCode: started.deviceCode },
      { signal },
    )
    if (finished.key !== null) return { ...finished, key: finished.key }
    await delay(started.intervalSeconds * 1_000, undefined, { signal })
  }
  throw new CliFailure(EXIT_CODES.failure, "the code was not confirmed in time: run lectern login again")
}

/** Checks a key that the user has created elsewhere. */
async function readKey({ io }: CommandContext, { signal }: Session, url: string) {
  const apiKey = (await readSecret(io, "API key", undefined)).trim()
  const { user } = await new LecternClient({ url, apiKey, source: "cli" }).session.get({ signal })
  if (user === null) throw new CliFailure(EXIT_CODES.notAllowed, "the key does not belong to an account on this server")
  return { apiKey, keyId: null, userName: user.name }
}

/** @returns false if the key cannot revoke itself, because it has already been revoked. */
async function revoke(client: LecternClient, keyId: string, signal: AbortSignal): Promise<boolean> {
  try {
    await client.keys.revoke(keyId, { signal })
    return true
  } catch (thrown) {
    if (thrown instanceof ApiError && (thrown.status === 401 || thrown.status === 404)) return false
    throw thrown
  }
}
