import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startGitHost, type GitHost } from "../requirements/git-host.ts"
import { startProgram, type Program } from "../requirements/program.ts"
import { startSite, type SiteHost } from "../requirements/site-host.ts"

let host: GitHost
let site: SiteHost
let program: Program
beforeAll(async () => {
  host = await startGitHost()
  const links = Array.from({ length: 200 }, (_, at) => `<a href="/page-${at}">Page ${at}</a>`).join("\n")
  site = await startSite({
    "/robots.txt": "User-agent: *\nCrawl-delay: 10\n",
    "/": `<html><title>Slow</title><main><h1>Slow</h1><p>A site that wants to be read slowly.</p>${links}</main></html>`,
  })
  program = await startProgram({ LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8" })
})
afterAll(async () => {
  await program.close()
  await site.close()
  await host.close()
})

describe("a site that asks for ten seconds between two pages", () => {
  it("does not keep the only worker from a repository that is added after it", async () => {
    await host.commit("quick/docs", { "a.md": "# Quick\n\nThe otter does not wait for a site.\n" })
    const added = await program.call("POST", "/api/v2/add/website", {
      key: program.key,
      json: { websiteUrl: `${site.url}/`, maxPages: 10_000 },
    })
    expect(added.status).toBeLessThan(300)
    while (site.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))

    const beganMs = performance.now()
    await program.call("POST", "/api/v2/add/repo/git", {
      key: program.key,
      json: { docsRepoUrl: `${host.url}/quick/docs.git` },
    })
    const job = await program.settle("/quick/docs")

    expect(job.state).toBe("succeeded")
    expect(performance.now() - beganMs).toBeLessThan(8_000)
    expect(site.asked.filter((path) => path.startsWith("/page-")).length).toBeLessThan(4)
  })
})
