import { spawn, spawnSync } from "node:child_process"
import type { AddressInfo } from "node:net"
import { isAbsolute, join } from "node:path"
import ssh2, { type Connection, type Session } from "ssh2"

/** A private key and its public half, both as written by ssh-keygen. */
export interface KeyPair {
  readonly private: string
  readonly public: string
}

/** An ssh server on loopback that serves git repositories to one key. */
export interface SshHost {
  readonly port: number
  /** Line of this server for a known hosts file. */
  readonly knownHostsLine: string
  /** Executed commands, in order. */
  readonly commands: readonly string[]
  /** Writes a notice to standard error with every response; undefined disables it. */
  announce(notice: string | undefined): void
  close(): Promise<void>
}

/** The repositories and the accepted key. */
export interface SshHostOptions {
  /** Directory of repositories; absolute paths and paths relative to the home both start here. */
  readonly root: string
  /** Directory below `root` that is the user's home (default `root` itself). */
  readonly home?: string
  readonly allowed: KeyPair
  readonly hostKey?: KeyPair
  /** Defaults to a free port. */
  readonly port?: number
}

/** Generates an Ed25519 key pair. */
export function makeKeyPair(passphrase?: string): KeyPair {
  for (;;) {
    const pair =
      passphrase === undefined
        ? ssh2.utils.generateKeyPairSync("ed25519")
        : ssh2.utils.generateKeyPairSync("ed25519", { passphrase, cipher: "aes256-ctr", rounds: 4 })
    // One in 256 keys starts with a zero byte, which ssh2 drops when it writes the key.
    if (!(ssh2.utils.parseKey(pair.private, passphrase) instanceof Error)) return pair
  }
}

/** Starts a server. @throws if ssh is not installed, because a test that cannot run must not pass. */
export async function openSshHost(options: SshHostOptions): Promise<SshHost> {
  if (spawnSync("ssh", ["-V"]).status !== 0) {
    throw new Error("ssh is not on the PATH, and these tests read repositories with it: install openssh-client")
  }
  const hostKey = options.hostKey ?? makeKeyPair()
  const commands: string[] = []
  const open = new Set<Connection>()
  let notice: string | undefined
  const server = new ssh2.Server({ hostKeys: [hostKey.private] }, (client) => {
    open.add(client)
    client.on("close", () => open.delete(client))
    // A client that rejects the host key closes the connection.
    client.on("error", () => undefined)
    admitOnly(client, options.allowed)
    client.on("session", (accept) => {
      serveSession(accept(), options, (command) => {
        commands.push(command)
        return notice
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    knownHostsLine: `[127.0.0.1]:${port} ${hostKey.public.trim()}\n`,
    commands,
    announce(text) {
      notice = text
    },
    async close() {
      for (const client of open) client.end()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function admitOnly(client: Connection, allowed: KeyPair): void {
  const key = ssh2.utils.parseKey(allowed.public)
  if (key instanceof Error) throw key
  client.on("authentication", (context) => {
    const isAllowed =
      context.method === "publickey" &&
      context.key.algo === key.type &&
      context.key.data.equals(key.getPublicSSH()) &&
      (context.signature === undefined || key.verify(context.blob ?? Buffer.alloc(0), context.signature) === true)
    if (isAllowed) context.accept()
    else context.reject(["publickey"])
  })
}

function serveSession(
  session: Session,
  { root, home = "" }: SshHostOptions,
  note: (command: string) => string | undefined,
): void {
  let protocol = ""
  session.on("env", (accept, _reject, { key, val }) => {
    if (key === "GIT_PROTOCOL") protocol = val
    // There is nothing to accept if the client wants no reply.
    if (typeof accept === "function") accept()
  })
  session.on("exec", (accept, reject, { command }) => {
    const notice = note(command)
    const [, path] = /^git-upload-pack '([^']+)'$/.exec(command) ?? []
    if (path === undefined) return reject()
    const channel = accept()
    if (notice !== undefined) channel.stderr.write(notice)
    const child = spawn("git", ["upload-pack", "--", join(root, isAbsolute(path) ? "" : home, path)], {
      env: { PATH: process.env["PATH"], GIT_PROTOCOL: protocol, HOME: "/nonexistent", GIT_CONFIG_NOSYSTEM: "1" },
    })
    child.stdin.on("error", () => undefined)
    channel.on("error", () => undefined)
    channel.pipe(child.stdin)
    child.stdout.pipe(channel, { end: false })
    child.stderr.pipe(channel.stderr, { end: false })
    child.on("close", (status) => {
      channel.exit(status ?? 1)
      channel.end()
    })
  })
}
