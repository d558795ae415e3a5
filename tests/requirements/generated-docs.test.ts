import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type GitHost, startGitHost } from "./git-host.ts"
import { type Program, startProgram } from "./program.ts"

const FILES = {
  "README.md": "# Waypoint\n\nFinds ways.\n",
  "src/router.ts":
    "/** Options of a router. */\nexport interface RouterOptions { prefix?: string }\n\n/**\n * Creates a router that sends requests to handlers.\n *\n * @param options how it works\n */\nexport function createRouter(options: RouterOptions = {}): Router { return new Router(options) }\n\nfunction secretSauce() {}\n",
  "python/waypoint/client.py":
    'class Client:\n    """Talks to a host."""\n\n    def download(self, url: str) -> bytes:\n        """Downloads a file into memory.\n\n        Args:\n            url: Where the file lies.\n        """\n',
  "go/cache.go":
    "package cache\n\n// Evict drops the oldest entry of a cache.\nfunc Evict(name string) error { return nil }\n",
  "src/router.test.ts": "export function helperOfTests() {}\n",
  "src/broken.ts": "export function ((( {\n",
}

let host: GitHost
let program: Program
beforeAll(async () => {
  host = await startGitHost()
  program = await startProgram({ LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8" })
})
afterAll(async () => {
  await program.close()
  await host.close()
})

async function add(repository: string, more: object = {}) {
  await program.call("POST", "/api/v2/add/repo/git", {
    key: program.key,
    json: { docsRepoUrl: `${host.url}/${repository}.git`, ...more },
  })
  return program.settle(`/${repository}`)
}

async function ask(repository: string, query: string): Promise<string> {
  const words = new URLSearchParams({ libraryId: `/${repository}`, query })
  return (await program.call("GET", `/api/v2/context?${words.toString()}`)).text
}

async function report(repository: string) {
  const { json } = await program.call("GET", `/api/v2/libs/${repository}`, { key: program.key })
  return JSON.stringify(json)
}

describe("documentation generated from source code", () => {
  it("answers questions in several languages when it was asked for, and says what became of each file", async () => {
    await host.commit("ways/asked", FILES)

    const job = await add("ways/asked", { generateDocs: true })

    expect(job.state).toBe("succeeded")
    const router = await ask("ways/asked", "how do I create a router")
    expect(router).toContain("export function createRouter(options: RouterOptions = {}): Router")
    expect(router).toContain("Creates a router that sends requests to handlers.")
    expect(await ask("ways/asked", "download a file")).toContain("def download(self, url: str) -> bytes")
    expect(await ask("ways/asked", "drop the oldest cache entry")).toContain("func Evict(name string) error")
    expect(await ask("ways/asked", "secretSauce helperOfTests")).not.toMatch(/function (?:secretSauce|helperOfTests)/)
    const files = await report("ways/asked")
    expect(files).toContain("test_code")
    expect(files).toContain("broken.ts")
  })

  it("is used by itself where a public repository has almost no documentation, and not for a private one", async () => {
    await host.commit("ways/bare", FILES)
    await host.commit("ways/hidden", FILES)

    await add("ways/bare")
    await add("ways/hidden", { private: true })

    expect(await ask("ways/bare", "create a router")).toContain("createRouter")
    const hidden = await program.call("GET", "/api/v2/context?libraryId=/ways/hidden&query=create+a+router", {
      key: program.key,
    })
    expect(hidden.text).not.toContain("createRouter")
  })

  it("is not used where the documentation is rich, unless it was asked for", async () => {
    const pages = Array.from({ length: 30 }, (_, at) => [
      `docs/page-${at}.md`,
      `# Page ${at}\n\nOtter number ${at} swims.\n`,
    ])
    await host.commit("ways/rich", { ...FILES, ...Object.fromEntries(pages) })

    await add("ways/rich")

    expect(await ask("ways/rich", "create a router")).not.toContain("createRouter")
  })

  it("fails with no_code_found when it was asked for and there is none", async () => {
    await host.commit("ways/prose", { "README.md": "# Prose\n\nOnly words here.\n" })

    const job = await add("ways/prose", { generateDocs: true })

    expect(job).toMatchObject({ state: "failed", error: { code: "no_code_found" } })
  })
})
