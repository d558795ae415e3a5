import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { LibraryRecord } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type GitHost, startGitHost } from "./git-host.ts"
import { type Program, startProgram } from "./program.ts"

let host: GitHost
let program: Program
beforeAll(async () => {
  host = await startGitHost()
  program = await startProgram({ LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8" })
  for (const repo of ["website", "otter"]) {
    await host.commit(`honojs/${repo}`, { "README.md": "# Website\n\nHow to build and deploy this site.\n" })
  }
})
afterAll(async () => {
  await program.close()
  await host.close()
})

const add = async (name: string, more: object = {}) => {
  const json = { docsRepoUrl: `${host.url}/${name}.git`, ...more }
  await program.call("POST", "/api/v2/add/repo/git", { key: program.key, json })
  await program.settle(`/${name}`)
  return LibraryRecord.parse((await program.call("GET", `/api/v2/libs/${name}`, { key: program.key })).json)
}

describe("the title of a library", () => {
  it("is the owner where repository and README say no more than website", async () => {
    expect((await add("honojs/website")).title).toBe("honojs")
  })

  it("is the name in the site's configuration or the package, and can be given again to change it", async () => {
    await host.commit("otterjs/docs", {
      "README.md": "# Docs\n\nHow to build and deploy this site.\n",
      "mkdocs.yml": "site_name: Otter.js\n",
      "docs/index.md": "# Home\n\nOtter.js serves requests under water, faster than beavers.\n",
    })
    await host.commit("beaverjs/site", {
      "README.md": "![](logo.png)\n\nBeaver.js builds dams of requests out of promises.\n",
      "package.json": JSON.stringify({ name: "beaver" }),
    })

    expect(await add("otterjs/docs")).toMatchObject({
      title: "Otter.js",
      description: "Otter.js serves requests under water, faster than beavers.",
    })
    expect((await add("beaverjs/site")).title).toBe("beaver")
  })

  it.each([
    ["website", { websiteUrl: "/" }],
    ["llmstxt", { llmstxtUrl: "/llms.txt" }],
    ["openapi", { openApiUrl: "/openapi.json" }],
  ])("is the one that was given for a source of the kind %s", async (kind, address) => {
    const site = createServer((request, response) => {
      if (request.url === "/openapi.json") {
        const paths = { "/dive": { get: { summary: "Dives", responses: { 200: { description: "wet" } } } } }
        return void response.end(JSON.stringify({ openapi: "3.1.0", info: { title: "API", version: "1" }, paths }))
      }
      const isPage = request.url === "/"
      if (!isPage && request.url !== "/llms.txt") return void response.writeHead(404).end()
      response.setHeader("content-type", isPage ? "text/html" : "text/plain")
      const text = "Otters dive for twenty minutes and come up with a fish in most cases."
      response.end(isPage ? `<title>Home</title><main><h1>Home</h1><p>${text}</p></main>` : `# Home\n\n${text}\n`)
    })
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve))
    const { port } = site.address() as AddressInfo
    const [[field, path] = ["", ""]] = Object.entries(address)
    const json = { [field]: `http://127.0.0.1:${port}${path}`, title: `Given for ${kind}`, description: "Given." }

    const added = await program.call("POST", `/api/v2/add/${kind}`, { key: program.key, json })
    const id = (added.json as { libraryName: string }).libraryName
    await program.settle(id)
    const record = await program.call("GET", `/api/v2/libs${id}`, { key: program.key })
    site.closeAllConnections()
    site.close()

    expect(record.json).toMatchObject({ state: "finalized", title: `Given for ${kind}`, description: "Given." })
  })

  it("is the one that was given, and stays after a refresh", async () => {
    const given = { title: "Otter", description: "All about otters." }
    expect(await add("honojs/otter", given)).toMatchObject(given)
    await program.call("POST", "/api/v1/refresh", { key: program.key, json: { libraryName: "/honojs/otter" } })
    await program.settle("/honojs/otter")
    expect(await add("honojs/otter", { force: true })).toMatchObject(given)
    expect(await add("honojs/otter", { title: "Otters", force: true })).toMatchObject({ ...given, title: "Otters" })
  })
})
