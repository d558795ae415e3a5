import { execFile, spawn } from "node:child_process"
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { promisify } from "node:util"

const run = promisify(execFile)

/** Files of a commit by path. */
export type Files = Readonly<Record<string, string | Uint8Array>>

/** Git repositories over smart HTTP on loopback. */
export interface GitHost {
  /** URL without a trailing slash. */
  readonly url: string
  /** Folder that contains the repositories, each as `<name>.git`. */
  readonly root: string
  /** Returns the number of requests so far. */
  readonly requestCount: () => number
  /** Replaces the files of a branch with one more commit and returns its id; creates the repository if it is new. */
  commit(repository: string, files: Files, branch?: string): Promise<string>
  /** Tags the newest commit of a branch. */
  tag(repository: string, name: string, branch?: string): Promise<void>
  /** Renames a repository; the host permanently redirects from its old name until a new repository gets that name. */
  move(repository: string, newName: string): Promise<void>
  /** Holds requests until the returned function is called. */
  hold(): () => void
  /** Removes the repository. */
  remove(repository: string): Promise<void>
  close(): Promise<void>
}

/** Starts a host without repositories on a free port. */
export async function startGitHost(): Promise<GitHost> {
  const root = await mkdtemp(join(tmpdir(), "lectern-git-host-"))
  const moved = new Map<string, string>()
  let requestCount = 0
  let released = Promise.resolve()
  const server = createServer((request, response) => {
    requestCount += 1
    void released.then(() => {
      const [from, to] = [...moved].find(([path]) => request.url?.startsWith(`${path}/`) === true) ?? []
      if (from === undefined || to === undefined) answer(root, request, response)
      else response.writeHead(301, { location: to + (request.url ?? "").slice(from.length) }).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("no port")
  const directory = (repository: string) => join(root, `${repository}.git`)
  const git = async (repository: string, ...words: string[]) =>
    (
      await run("git", ["-c", "user.name=test", "-c", "user.email=test@example.com", ...words], {
        cwd: directory(repository),
      })
    ).stdout
  return {
    url: `http://127.0.0.1:${address.port}`,
    root,
    requestCount: () => requestCount,
    async commit(repository, files, branch = "main") {
      await mkdir(directory(repository), { recursive: true })
      await git(repository, "init", "--quiet", "--bare", "--initial-branch=main")
      moved.delete(`/${repository}.git`)
      const tree = await mkdtemp(join(tmpdir(), "lectern-tree-"))
      for (const [path, content] of Object.entries(files)) {
        await mkdir(dirname(join(tree, path)), { recursive: true })
        await writeFile(join(tree, path), content)
      }
      const words = [`--git-dir=${directory(repository)}`, `--work-tree=${tree}`]
      await git(repository, "symbolic-ref", "HEAD", `refs/heads/${branch}`)
      await git(repository, ...words, "add", "--all", "--force")
      await git(repository, ...words, "commit", "--quiet", "--allow-empty", "--message", "docs")
      const id = (await git(repository, "rev-parse", "HEAD")).trim()
      await git(repository, "symbolic-ref", "HEAD", "refs/heads/main")
      await git(repository, "config", "uploadpack.allowFilter", "true")
      await git(repository, "config", "uploadpack.allowAnySHA1InWant", "true")
      await rm(tree, { recursive: true })
      return id
    },
    async tag(repository, name, branch = "main") {
      await git(repository, "tag", name, `refs/heads/${branch}`)
    },
    async move(repository, newName) {
      await mkdir(dirname(directory(newName)), { recursive: true })
      await rename(directory(repository), directory(newName))
      moved.set(`/${repository}.git`, `/${newName}.git`)
      moved.delete(`/${newName}.git`)
    },
    hold() {
      let release = () => {}
      released = new Promise((resolve) => {
        release = resolve
      })
      return () => release()
    },
    async remove(repository) {
      await rm(directory(repository), { recursive: true })
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(root, { recursive: true, force: true })
    },
  }
}

/** Passes a request to git's own CGI program. */
function answer(root: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? "/", "http://host")
  const child = spawn("git", ["http-backend"], {
    env: {
      PATH: process.env["PATH"] ?? "",
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? "GET",
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
    },
  })
  const chunks: Buffer[] = []
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk))
  child.stdin.on("error", () => undefined)
  request.pipe(child.stdin)
  child.on("close", () => {
    const whole = Buffer.concat(chunks)
    const end = whole.indexOf("\r\n\r\n")
    const heads = whole.subarray(0, Math.max(end, 0)).toString("latin1").split("\r\n").filter(Boolean)
    for (const head of heads) {
      const [name = "", value = ""] = head.split(/:\s*/, 2)
      if (name.toLowerCase() === "status") response.statusCode = Number.parseInt(value, 10)
      else response.setHeader(name, head.slice(name.length + 1).trim())
    }
    if (heads.length === 0) response.statusCode = 404
    response.end(end < 0 ? undefined : whole.subarray(end + 4))
  })
}
