// Serves the bare repositories in a folder over HTTP on a loopback address, for walk-first-hour.mjs. Prints its address.
import { spawn } from "node:child_process"
import { createServer } from "node:http"

const [, , folder] = process.argv
const server = createServer((request, response) => {
  const { pathname, search } = new URL(request.url ?? "/", "http://host")
  const backend = spawn("git", ["http-backend"], {
    env: {
      ...process.env,
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: "1",
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
      GIT_PROTOCOL: request.headers["git-protocol"] ?? "",
    },
  })
  request.pipe(backend.stdin)
  const chunks = []
  backend.stdout.on("data", (chunk) => chunks.push(chunk))
  backend.on("close", () => {
    const answer = Buffer.concat(chunks)
    const end = answer.indexOf("\r\n\r\n")
    const headers = answer
      .subarray(0, end)
      .toString()
      .split("\r\n")
      .map((line) => line.split(": "))
    const status = headers.find(([name]) => name === "Status")?.[1]
    response.writeHead(
      Number.parseInt(status ?? "200", 10),
      Object.fromEntries(headers.filter(([name]) => name !== "Status")),
    )
    response.end(answer.subarray(end + 4))
  })
})
server.listen(0, "127.0.0.1", () => process.stdout.write(`http://127.0.0.1:${server.address().port}\n`))
