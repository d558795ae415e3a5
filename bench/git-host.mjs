// Serves documentation as real git repositories over smart HTTP, on the loopback address.
import { execFileSync, spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { dirname, join, relative } from "node:path"

const ENVIRONMENT = {
  PATH: process.env.PATH,
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "bench",
  GIT_AUTHOR_EMAIL: "bench@example.com",
  GIT_COMMITTER_NAME: "bench",
  GIT_COMMITTER_EMAIL: "bench@example.com",
}

const git = (directory, ...args) =>
  execFileSync("git", ["-C", directory, ...args], { env: ENVIRONMENT, stdio: ["ignore", "ignore", "inherit"] })

/** Reads a folder of documentation, without repository data in it. */
export function readFolder(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !relative(folder, path).startsWith(".git/"))
    .map((path) => ({ path: relative(folder, path), content: readFileSync(path) }))
}

/** Starts a host without repositories. */
export async function openGitHost() {
  const root = mkdtempSync(join(tmpdir(), "lectern-bench-git-"))
  const server = createServer((request, response) => serve(root, request, response))
  await new Promise((done) => server.listen(0, "127.0.0.1", done))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    /** Creates the repository `<name>` (`owner/repo`) with one commit; it is served at `/<name>.git`. */
    add(name, files) {
      const directory = join(root, `${name}.git`)
      for (const { path, content } of files) {
        mkdirSync(dirname(join(directory, path)), { recursive: true })
        writeFileSync(join(directory, path), content)
      }
      git(directory, "init", "-q", "-b", "main")
      git(directory, "config", "uploadpack.allowFilter", "true")
      git(directory, "add", "-A")
      git(directory, "commit", "-q", "-m", "documentation")
      // Git hosts store pushed objects in packs, and do not compress every file again for every fetch.
      git(directory, "repack", "-a", "-d", "-q")
    },
    /** Adds a commit that replaces these files. */
    change(name, files) {
      const directory = join(root, `${name}.git`)
      for (const { path, content } of files) writeFileSync(join(directory, path), content)
      git(directory, "commit", "-q", "-a", "-m", "change")
    },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      rmSync(root, { recursive: true, force: true })
    },
  }
}

function serve(root, request, response) {
  const url = new URL(request.url, "http://host")
  // For a repository with a work tree, git looks for `.git` inside it.
  const backend = spawn("git", ["http-backend"], {
    env: {
      ...ENVIRONMENT,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
      GIT_PROTOCOL: request.headers["git-protocol"] ?? "",
      REMOTE_ADDR: "127.0.0.1",
    },
    stdio: ["pipe", "pipe", "inherit"],
  })
  backend.stdin.on("error", () => undefined)
  request.pipe(backend.stdin)
  // A git process that receives SIGTERM while it is being started can loop forever.
  response.on("close", () => backend.kill("SIGKILL"))
  let head = Buffer.alloc(0)
  backend.stdout.on("data", (chunk) => {
    if (response.headersSent) return response.write(chunk)
    head = Buffer.concat([head, chunk])
    const end = head.indexOf("\r\n\r\n")
    if (end < 0) return undefined
    const headers = Object.fromEntries(
      head
        .toString("latin1", 0, end)
        .split("\r\n")
        .map((line) => line.split(": ")),
    )
    const { Status: status = "200", ...others } = headers
    response.writeHead(Number.parseInt(status, 10), others)
    return response.write(head.subarray(end + 4))
  })
  backend.once("close", () => response.end())
}
