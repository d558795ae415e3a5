import { LecternClient } from "@lectern/client"
import { MCP_TOOLS } from "@lectern/contract"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { fetchTrusting } from "../../packages/server/src/net/fetch-trusting.testing.ts"
import { CERTIFICATE, CERTIFICATE_KEY } from "./certificate.ts"
import { PASSWORD } from "./dashboard-browser.ts"
import { freshInstance, projectRoot, type RunningLectern, startLectern, waitFor } from "./running-lectern.ts"

const MEBIBYTE = 2 ** 20
/** Far above the default limit of nginx, which is 1 MB. */
const UPLOAD_BYTES = 20 * MEBIBYTE
const ANONYMOUS_PER_MINUTE = 5

/** What differs between the proxies. */
interface Proxy {
  readonly program: string
  /** Adapts the configuration in `deploy/` to an address, and writes it. @returns the arguments of the program. */
  configure(to: Site): readonly string[]
}

interface Site {
  /** A folder of the proxy's own, with `certificate.pem` and `key.pem`. */
  readonly folder: string
  readonly port: number
  /** Address of the server behind the proxy, without the scheme. */
  readonly upstream: string
  /** Where the server is served: "/" or "/lectern/". */
  readonly path: string
}

const readConfiguration = (name: string) => readFileSync(join(projectRoot, "deploy/reverse-proxy", name), "utf8")

const PROXIES: Readonly<Record<string, Proxy>> = {
  nginx: {
    program: "/usr/sbin/nginx",
    configure({ folder, port, upstream, path }) {
      const servers = readConfiguration("nginx.conf")
        // Ports below 1024 may be taken on this machine.
        .replace(/server \{\s+listen 80;.*?\n\}\n/s, "")
        .replace("listen 443 ssl", `listen 127.0.0.1:${port} ssl`)
        .replace("server_name docs.example.com", "server_name localhost")
        .replace(/ssl_certificate .*;/, `ssl_certificate ${folder}/certificate.pem;`)
        .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${folder}/key.pem;`)
        .replace("location / {", `location ${path} {`)
        .replace("http://127.0.0.1:3000", `http://${upstream}${path === "/" ? "" : "/"}`)
      const main = `daemon off; pid ${folder}/pid; error_log stderr; events {}
        http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
        fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s; ${servers} }`
      writeFileSync(join(folder, "nginx.conf"), main)
      return ["-p", folder, "-e", "stderr", "-c", join(folder, "nginx.conf")]
    },
  },
  Caddy: {
    program: "/usr/bin/caddy",
    configure({ folder, port, upstream, path }) {
      const site = readConfiguration("Caddyfile")
        .replace("docs.example.com {", `https://localhost:${port} {`)
        .replace("127.0.0.1:3000", upstream)
        .replace(/\treverse_proxy .*\n\t\}/s, (block) => (path === "/" ? block : `handle_path ${path}* {\n${block}\n}`))
        .replace("{\n", `{\n\ttls ${folder}/certificate.pem ${folder}/key.pem\n`)
      writeFileSync(join(folder, "Caddyfile"), `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`)
      return ["run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")]
    },
  },
}

const places = Object.entries(PROXIES).flatMap(([name, proxy]) =>
  ["/", "/lectern/"].map((path) => ({ name, path, ...proxy })),
)

describe.each(places)("Lectern behind $name at $path", { timeout: 120_000 }, ({ path, program, configure }) => {
  const isInstalled = existsSync(program)
  const instance = freshInstance()
  const folder = mkdtempSync(join(tmpdir(), "lectern-proxy-"))
  // The client needs an address that is not the proxy's own, whose claims the server believes.
  const { fetch, close: closeConnections } = fetchTrusting({ ca: CERTIFICATE, localAddress: "127.0.0.9" })
  let url: string
  let lectern: RunningLectern
  let proxy: ChildProcess
  let client: LecternClient
  beforeAll(async () => {
    const port = await findFreePort()
    url = `https://localhost:${port}${path}`.replace(/\/$/, "")
    writeFileSync(join(folder, "certificate.pem"), CERTIFICATE)
    writeFileSync(join(folder, "key.pem"), CERTIFICATE_KEY)
    const environment = {
      LECTERN_PUBLIC_URL: url,
      LECTERN_TRUSTED_PROXIES: "127.0.0.1",
      LECTERN_RATE_LIMITS: "on",
      LECTERN_RATE_API: `anonymous=${ANONYMOUS_PER_MINUTE}`,
    }
    // Without a worker, jobs stay queued until a test cancels them.
    lectern = await startLectern({ ...instance, environment, flags: ["--no-worker"] })
    client = new LecternClient({ url, apiKey: instance.key, fetch })
    const args = configure({ folder, port, upstream: new URL(lectern.url).host, path })
    const printed: string[] = []
    proxy = spawn(program, args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH: process.env["PATH"], HOME: folder },
    })
    for (const stream of [proxy.stdout, proxy.stderr]) stream?.on("data", (data: Buffer) => printed.push(String(data)))
    await waitFor("the proxy", async () => {
      if (proxy.exitCode !== null) throw new Error(`the proxy ended:\n${printed.join("")}`)
      return fetch(`${url}/api/ready`).then(
        ({ ok }) => ok || undefined,
        () => undefined,
      )
    })
  }, 60_000)
  afterAll(async () => {
    const ended = new Promise((resolve) => proxy.once("exit", resolve))
    proxy.kill("SIGTERM")
    await ended
    await closeConnections()
    await lectern.stop()
    instance.remove()
    rmSync(folder, { recursive: true })
  })

  it.runIf(isInstalled)("serves the dashboard with its scripts", async () => {
    const page = await (await fetch(`${url}/`)).text()
    const [script = ""] = page.match(/(?<=<script[^>]* src=")[^"]+/) ?? []

    const response = await fetch(new URL(script, `${url}/`))
    expect({ script, status: response.status, type: response.headers.get("content-type") }).toEqual({
      script: expect.stringContaining(".js"),
      status: 200,
      type: expect.stringContaining("javascript"),
    })
  })

  it.runIf(isInstalled)("signs people in with a cookie for HTTPS only, and refuses other sites", async () => {
    const signIn = (origin: string) =>
      fetch(`${url}/api/auth/sign-in`, {
        method: "POST",
        headers: { origin, "content-type": "application/json" },
        body: JSON.stringify({ name: "admin", password: PASSWORD }),
      })
    const [own, foreign] = [await signIn(new URL(url).origin), await signIn("https://attacker.example")]

    expect([own.status, foreign.status]).toEqual([200, 403])
    expect(own.headers.get("set-cookie")).toMatch(/; Secure/)
  })

  it.runIf(isInstalled)("sends the events of a job while it waits, and receives large uploads", async () => {
    const content = new Blob(["%PDF-1.7\n", "\n".repeat(UPLOAD_BYTES)])
    const { libraryName } = await client.uploadFiles([{ path: "otters.pdf", content }])
    const { jobs } = await client.listJobs({ libraryId: libraryName })
    const jobId = jobs[0]?.id ?? ""
    const states: string[] = []
    for await (const { event, data } of client.watchJob(jobId)) {
      if (event === "log") continue
      states.push(data.state)
      if (states.length === 1) await client.cancelJob(jobId)
    }

    expect([states[0], states.at(-1)]).toEqual(["queued", "cancelled"])
  })

  it.runIf(isInstalled)("answers agents", async () => {
    const mcp = new Client({ name: "agent", version: "1.0.0" })
    const requestInit = { headers: { authorization: `Bearer ${instance.key}` } }
    await mcp.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { fetch, requestInit }))
    const { tools } = await mcp.listTools()
    await mcp.close()

    expect(tools.map(({ name }) => name)).toContain(MCP_TOOLS.query)
  })

  it.runIf(isInstalled)("limits a client by its own address, whatever it claims to be", async () => {
    const statuses: number[] = []
    for (let request = 0; request <= ANONYMOUS_PER_MINUTE; request++) {
      const headers = { "x-forwarded-for": `192.0.2.${request}` }
      statuses.push((await fetch(`${url}/api/v2/libs/search?libraryName=otters&query=swim`, { headers })).status)
    }

    expect(statuses.at(-1)).toBe(429)
  })
})

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
