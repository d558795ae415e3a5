import { execFile, spawn } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http"
import { createServer as createSecureServer } from "node:https"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

const execute = promisify(execFile)
const GIT_IDENTITY = {
  PATH: process.env["PATH"],
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
}

/** A file of a test repository. */
export interface RepositoryFile {
  /** Text, or bytes for a name that is not UTF-8. */
  readonly path: string | Uint8Array
  readonly content: string | Uint8Array
  /** Defaults to a plain file; for a submodule, `content` is the commit id. */
  readonly mode?: "100644" | "100755" | "120000" | "160000"
}

/** Branches and tags by name, each with the files of its only commit. */
export interface RepositoryContent {
  readonly branches?: Readonly<Record<string, readonly RepositoryFile[]>>
  /** Annotated tags by name, and the branch that each points to. */
  readonly tags?: Readonly<Record<string, string>>
  /** Settings of the repository, such as `uploadpack.allowFilter`. */
  readonly settings?: Readonly<Record<string, string>>
  readonly objectFormat?: "sha1" | "sha256"
}

/** A git host on the loopback address, serving real repositories over smart HTTP. */
export interface GitHost {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  readonly port: number
  /** Folder of the repositories, each as `<name>.git`. */
  readonly root: string
  /** Requested paths with the query, in order. */
  readonly requests: readonly string[]
  /** Received `Authorization` headers, in order. */
  readonly authorizations: readonly string[]
  /**
   * Adds a repository.
   *
   * It is served as `/<name>.git`. Other paths change the behaviour: `/private/<password>/<name>.git` requires the
   * password; `/hang/<name>.git` never responds; `/stall/<name>.git` responds to the first request and then sends
   * nothing; `/cut/<bytes>/<name>.git` truncates every longer response; `/to/<encoded URL>/…` redirects there;
   * `/old/<name>.git` uses protocol version 0; `/status/<code>/…` responds with that status; `/page/…` is a web page.
   */
  add(name: string, content: RepositoryContent): Promise<void>
  /** Runs git in a repository and returns its output. */
  git(name: string, ...args: string[]): Promise<string>
  close(): Promise<void>
}

/**
 * Starts a host without repositories.
 *
 * @param tls makes it an https server.
 */
export async function openGitHost(tls?: { readonly cert: string; readonly key: string }): Promise<GitHost> {
  const root = await mkdtemp(join(tmpdir(), "lectern-git-host-"))
  const requests: string[] = []
  const authorizations: string[] = []
  const listener: RequestListener = (request, response) => {
    requests.push(request.url ?? "")
    if (request.headers.authorization !== undefined) authorizations.push(request.headers.authorization)
    answer(root, request, response)
  }
  const server = tls === undefined ? createServer(listener) : createSecureServer(tls, listener)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const git = async (name: string, ...args: string[]) =>
    (await execute("git", ["-C", join(root, `${name}.git`), ...args], { env: GIT_IDENTITY })).stdout.trim()
  return {
    url: `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}`,
    port,
    root,
    requests,
    authorizations,
    git,
    async add(name, content) {
      const directory = join(root, `${name}.git`)
      await execute(
        "git",
        ["init", "-q", "--bare", "-b", "main", `--object-format=${content.objectFormat ?? "sha1"}`, directory],
        { env: GIT_IDENTITY },
      )
      for (const [key, value] of Object.entries({ "uploadpack.allowFilter": "true", ...content.settings }))
        await git(name, "config", key, value)
      if (content.branches !== undefined) await fastImport(directory, content)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(root, { recursive: true, force: true })
    },
  }
}

function answer(root: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? "/", "http://host")
  const [, word = "", first = "", ...rest] = url.pathname.split("/")
  const inner = `/${rest.join("/")}`
  if (word === "hang") return
  if (word === "stall" && request.method === "POST") return
  if (word === "status") return void response.writeHead(Number(first)).end()
  if (word === "page") return void response.writeHead(200, { "content-type": "text/html" }).end("<p>A page.")
  if (word === "to")
    return void response.writeHead(302, { location: decodeURIComponent(first) + inner + url.search }).end()
  if (word === "private" && passwordOf(request) !== first) {
    return void response.writeHead(401, { "www-authenticate": 'Basic realm="git"' }).end()
  }
  if (word === "cut") cutAfter(response, Number(first))
  if (word === "private" || word === "cut") return serveRepository(root, inner, "version=2", request, response)
  if (word === "stall" || word === "old") {
    return serveRepository(root, `/${first}${inner}`, word === "old" ? "" : "version=2", request, response)
  }
  serveRepository(root, url.pathname, String(request.headers["git-protocol"] ?? ""), request, response)
}

/** Truncates a response after a number of bytes. */
function cutAfter(response: ServerResponse, bytes: number): void {
  const write = response.write.bind(response) as (chunk: Buffer, sent: () => void) => boolean
  let left = bytes
  response.write = (chunk: Buffer) => {
    left -= chunk.length
    return write(left < 0 ? chunk.subarray(0, left) : chunk, () => left < 0 && response.destroy())
  }
}

function passwordOf(request: IncomingMessage): string | undefined {
  const encoded = /^Basic (.*)$/.exec(request.headers.authorization ?? "")?.[1] ?? ""
  return Buffer.from(encoded, "base64").toString().split(":")[1]
}

function serveRepository(
  root: string,
  path: string,
  protocol: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const url = new URL(request.url ?? "/", "http://host")
  const backend = spawn("git", ["http-backend"], {
    env: {
      ...GIT_IDENTITY,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      PATH_INFO: path,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
      GIT_PROTOCOL: protocol,
      REMOTE_ADDR: "127.0.0.1",
    },
    stdio: ["pipe", "pipe", "ignore"],
  })
  backend.stdin.on("error", () => undefined)
  request.pipe(backend.stdin)
  // A git process that receives SIGTERM while it is being started can loop forever.
  response.on("close", () => backend.kill("SIGKILL"))
  let head = Buffer.alloc(0)
  backend.stdout.on("data", (chunk: Buffer) => {
    if (response.headersSent) return void response.write(chunk)
    head = Buffer.concat([head, chunk])
    const end = head.indexOf("\r\n\r\n")
    if (end < 0) return
    const lines = head
      .toString("latin1", 0, end)
      .split("\r\n")
      .map((line) => line.split(": ") as [string, string])
    const status = lines.find(([name]) => name === "Status")?.[1] ?? "200"
    response.writeHead(Number.parseInt(status, 10), Object.fromEntries(lines.filter(([name]) => name !== "Status")))
    response.write(head.subarray(end + 4))
  })
  backend.once("close", () => response.end())
}

/** Creates commits with `git fast-import`, the only command that accepts any bytes as a name. */
async function fastImport(directory: string, { branches = {}, tags = {} }: RepositoryContent): Promise<void> {
  const importer = spawn("git", ["-C", directory, "fast-import", "--quiet"], {
    env: GIT_IDENTITY,
    stdio: ["pipe", "ignore", "inherit"],
  })
  const done = new Promise<void>((resolve, reject) => {
    importer.once("close", (status) =>
      status === 0 ? resolve() : reject(new Error(`fast-import ended with ${status}`)),
    )
  })
  const write = (part: string | Uint8Array) => importer.stdin.write(part)
  const committer = "committer Docs <docs@example.com> 1760000000 +0000\n"
  for (const [branch, files] of Object.entries(branches)) {
    write(`commit refs/heads/${branch}\n${committer}data 5\nwords\n`)
    for (const { path, content, mode = "100644" } of files) {
      const bytes = Buffer.from(content)
      if (mode === "160000") write(`M 160000 ${bytes.toString()} ${quoted(path)}\n`)
      else {
        write(`M ${mode} inline ${quoted(path)}\ndata ${bytes.length}\n`)
        write(bytes)
        write("\n")
      }
    }
  }
  for (const [tag, branch] of Object.entries(tags)) {
    write(`tag ${tag}\nfrom refs/heads/${branch}\ntagger ${committer.slice("committer ".length)}data 3\ntag\n`)
  }
  importer.stdin.end("done\n")
  await done
}

function quoted(path: string | Uint8Array): string {
  const octal = (byte: number) => `\\${byte.toString(8).padStart(3, "0")}`
  const text = Array.from(Buffer.from(path), (byte) =>
    /[A-Za-z0-9/._-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : octal(byte),
  )
  return `"${text.join("")}"`
}
