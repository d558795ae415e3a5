import { AddLibraryResponse, LibraryRecord } from "@lectern/contract"
import { expect, it, onTestFinished } from "vitest"
import { startProgram } from "./program.ts"
import { type SitePage, startSite } from "./site-host.ts"

/** A page in ISO-8859-1. */
const page =
  (dish: string, type: string, head = ""): SitePage =>
  (_, response) => {
    const links = `<a href="/docs/b">b</a> <a href="/docs/c">c</a>`
    const html = `<html><head><title>Café</title>${head}</head><body><main><h1>Menu</h1><p>The café serves ${dish} every day.</p>${links}</main></body></html>`
    response.writeHead(200, { "content-type": type }).end(Buffer.from(html, "latin1"))
  }

it("lists pages of a website that are not in UTF-8 as a problem only if they do not declare their encoding", async () => {
  const program = await startProgram({ LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8" })
  onTestFinished(() => program.close())
  const site = await startSite({
    "/docs/": page("crème brûlée", "text/html; charset=ISO-8859-1"),
    "/docs/b": page("pâté", "text/html", `<meta charset="windows-1252">`),
    "/docs/c": page("ragoût", "text/html"),
  })
  onTestFinished(() => site.close())

  const json = { websiteUrl: `${site.url}/docs/` }
  const added = await program.call("POST", "/api/v2/add/website", { key: program.key, json })
  const id = AddLibraryResponse.parse(added.json).libraryName
  await program.settle(id)

  const { files } = LibraryRecord.parse((await program.call("GET", `/api/v2/libs${id}`)).json)
  const query = new URLSearchParams({ libraryId: id, query: "what does the café serve every day" })
  const { text } = await program.call("GET", `/api/v2/context?${query.toString()}`)
  expect(files?.problems).toEqual([{ path: "docs/c", problems: [expect.stringContaining("windows-1252")] }])
  for (const dish of ["crème brûlée", "pâté", "ragoût"]) expect(text).toContain(`The café serves ${dish} every day`)
})
