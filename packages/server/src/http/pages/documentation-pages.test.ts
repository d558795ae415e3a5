import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { fastify, type FastifyInstance } from "fastify"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startTestProgram, type TestProgram } from "../program.testing.ts"
import { registerPageRoutes } from "./page-routes.ts"

const PAGE = `# Guide

See [the contents](README.md), [otters](otters.md#how-they-sleep-1), [below](#how-to), [why](decisions/0001-why.md)
and [a site](https://example.com/a.md).

## How to

<script>alert(1)</script>

## How to

- \`a\`

\`\`\`sh
echo "a long line" # <pre>
\`\`\`
`

let program: TestProgram
let folder: string
let app: FastifyInstance
beforeAll(async () => {
  program = await startTestProgram()
  folder = await mkdtemp(join(tmpdir(), "lectern-pages-"))
  await writeFile(join(folder, "README.md"), "# Contents\n\n[Guide](guide.md)\n")
  await writeFile(join(folder, "guide.md"), PAGE)
  await writeFile(join(folder, "otters.md"), "# Otters\n")
  await writeFile(join(folder, "secret.txt"), "secret")
  app = fastify()
  await registerPageRoutes(app, program.context, { documentation: pathToFileURL(`${folder}/`) })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
  await program.remove()
})

describe("the pages of Lectern's own documentation", () => {
  it("have code that the keyboard can scroll", async () => {
    const { body } = await app.inject("/docs/guide")

    expect(body).toContain('<pre tabindex="0"><code class="language-sh">echo &quot;a long line&quot; # &lt;pre&gt;\n')
  })

  it("link to each other by relative addresses, which work behind a path prefix", async () => {
    const { body, statusCode } = await app.inject("/docs/guide")

    expect(statusCode).toBe(200)
    expect(body).toContain('<a href="./">the contents</a>')
    expect(body).toContain('<a href="otters#how-they-sleep-1">otters</a>')
    expect(body).toContain('<a href="#how-to">below</a>')
    expect(body).toContain('<a href="https://example.com/a.md">a site</a>')
    expect(body).toContain('href="../assets/lectern.css"')
    expect(body).not.toMatch(/(?:href|src)="\//)
  })

  it("show the text of links to files that are not bundled", async () => {
    expect((await app.inject("/docs/guide")).body).toContain("</a>, why\n")
  })

  it("have headings with the identifiers that answers cite", async () => {
    const { body } = await app.inject("/docs/guide")

    expect(body).toContain('<h2 id="how-to">')
    expect(body).toContain('<h2 id="how-to-1">')
    expect(body).toContain("<title>Guide – Lectern</title>")
  })

  it("contain no markup of their text", async () => {
    expect((await app.inject("/docs/guide")).body).not.toContain("<script>")
  })

  it("begin with the table of contents", async () => {
    const moved = await app.inject("/docs")
    const { body } = await app.inject("/docs/")

    expect([moved.statusCode, moved.headers.location]).toEqual([302, "./docs/"])
    expect(body).toContain('<a href="guide">Guide</a>')
  })

  it.each(["/docs/secret.txt", "/docs/secret", "/docs/none", "/docs/../secret.txt", "/docs/%2e%2e%2fguide"])(
    "are all that is served: %s",
    async (url) => {
      expect((await app.inject(url)).statusCode).toBe(404)
    },
  )

  it("forbid scripts and everything from elsewhere, on a server without a build as well", async () => {
    const { headers, status } = await program.call({ url: "/docs/no-such-page" })

    expect(status).toBe(404)
    expect(headers["content-security-policy"]).toMatch(/default-src 'none';script-src 'self'/)
  })
})
