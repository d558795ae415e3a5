import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { silentLog } from "../../base/log.ts"
import type { Document } from "@lectern/parsers"
import { makeAddressGuard } from "../../net/address-guard.ts"
import { openGitHost, type GitHost } from "../../sources/git/git-host.testing.ts"
import { openGitSource } from "../../sources/git/git-source.ts"
import { FileBudget } from "./file-budget.ts"
import { gatherIncludes } from "./gather-includes.ts"
import { parsePage } from "@lectern/parsers"
import { decodeFile } from "./decode-file.ts"
import type { SpooledPage } from "./gather-includes.ts"
import type { SourceSnapshot } from "../../sources/base/source-file.ts"

const anySignal = new AbortController().signal
const FILES: Readonly<Record<string, string>> = {
  "docs/en/docs/first.md": "# First\n\n{* ../../docs_src/first/app.py ln[2:3] *}\n",
  "docs_src/first/app.py": "import app\ndef first():\n    return 1\n",
  "guide/index.rst": "Guide\n=====\n\n.. literalinclude:: ../src/tool.c\n   :lines: 2\n\n.. include:: part.inc\n",
  "guide/part.inc": "Words of a part.\n\n.. include:: deep.inc\n",
  "guide/deep.inc": "Words from deeper.\n",
  "src/tool.c": "#include <x.h>\nint main(void);\n",
  "site/antora.yml": "name: site\nasciidoc:\n  attributes:\n    product: Pot\n",
  "site/modules/ROOT/pages/page.adoc":
    "= {product}\n\n[source,java]\n----\ninclude::example$A.java[tag=x]\n----\n\ninclude::example$gone.java[]\n",
  "site/modules/ROOT/examples/A.java": "// tag::x[]\nclass A {}\n// end::x[]\nclass B {}\n",
  "web/page.mdx": "import Part from './_part.mdx'\nimport Link from './link.mdx'\n\n# Page\n\n<Part />\n",
  "web/_part.mdx": "Words of a partial page.\n",
  "ref/api.rst":
    "API\n===\n\n.. module:: pot\n\n.. autoclass:: Pot\n   :members:\n   :inherited-members:\n\n.. autofunction:: gone\n",
  "src/pot/__init__.py": "from .core import Pot as Pot\n",
  "src/pot/core.py": 'from .heat import Heater\n\nclass Pot(Heater):\n    """Brews."""\n',
  "src/pot/heat.py":
    'class Heater:\n    def heat(self, degrees=90):\n        """Heats to :attr:`Pot.warm` *degrees*."""\n',
  "notes.md": "# Notes\n\nNothing else.\n",
}
let host: GitHost
let workDirectory: string

beforeAll(async () => {
  host = await openGitHost()
  workDirectory = await mkdtemp(join(tmpdir(), "lectern-includes-"))
  const files = Object.entries(FILES).map(([path, content]) => ({ path, content }))
  const link = { path: "web/link.mdx", content: "/etc/passwd", mode: "120000" } as const
  await host.add("site", { branches: { main: [...files, link] } })
})
afterAll(async () => {
  await host.close()
  await rm(workDirectory, { recursive: true })
})

function aPage(path: string, text: string): SpooledPage {
  return { format: "markdown", path, readText: () => Promise.resolve(text) }
}

async function spooledPagesOf(snapshot: SourceSnapshot): Promise<readonly SpooledPage[]> {
  const pages: SpooledPage[] = []
  for await (const item of snapshot.items(anySignal)) {
    const content = item.kind === "file" ? decodeFile(item.file) : undefined
    if (item.kind !== "file" || content?.kind !== "text") continue
    pages.push({ format: content.format, path: item.file.path, readText: () => Promise.resolve(content.text) })
  }
  return pages
}

describe("gatherIncludes", () => {
  it("brings what pages of a repository include into their documents, level by level", async () => {
    const guard = makeAddressGuard({ privateNetworks: ["127.0.0.0/8"] })
    const environment = {
      guard,
      workDirectory,
      log: silentLog,
      knownHosts: { path: join(workDirectory, "known_hosts"), isPinned: false },
    }
    const snapshot = await openGitSource({ url: `${host.url}/site.git` }, environment, anySignal)
    const before = host.requests.length
    const shown: Record<string, readonly string[]> = {}
    const problems: Record<string, readonly string[]> = {}

    const pages = await spooledPagesOf(snapshot)
    const { read, hasIncludes } = await gatherIncludes(snapshot.readOther!, pages, {
      signal: anySignal,
      budget: new FileBudget(),
    })
    const downloads = host.requests.slice(before).filter((url) => url.endsWith("/git-upload-pack"))
    for (const { format, path, readText } of pages) {
      const parsed = await parsePage({ format, text: await readText(), path }, { read, hasIncludes: hasIncludes(path) })
      shown[path] = textsOf(parsed.document)
      problems[path] = parsed.problems.map(({ message, line }) => `${line}: ${message}`)
    }
    await snapshot.close()

    expect(shown).toMatchObject({
      "docs/en/docs/first.md": ["First", "def first():\n    return 1"],
      "guide/index.rst": ["Guide", "int main(void);", "Words of a part.", "Words from deeper."],
      "site/modules/ROOT/pages/page.adoc": ["Pot", "class A {}"],
      "web/page.mdx": ["Page", "Words of a partial page."],
      "ref/api.rst": ["API", "Pot", "Brews.", "heat(degrees=90)", "Heats to `Pot.warm` *degrees*.", "API", "- `gone`"],
      "notes.md": ["Notes", "Nothing else."],
    })
    expect(problems["site/modules/ROOT/pages/page.adoc"]).toEqual([
      "8: example$gone.java could not be included: the file does not exist",
    ])
    expect(problems["web/page.mdx"]).toContain("2: ./link.mdx could not be included: it is a symbolic link")
    expect(problems["guide/index.rst"]).toEqual([])
    // Two for each level: the page's own files, what these include, and where a base class of that comes from.
    expect(downloads.length).toBeLessThanOrEqual(6)
  })

  it("reads nothing else when no page includes anything, and knows these pages", async () => {
    const asked: (readonly string[])[] = []
    const readOther = (paths: readonly string[]) => (asked.push(paths), Promise.resolve(new Map()))

    const pages = [aPage("a.md", "# A"), aPage("b.md", "{* x.py *}")]
    const limits = { signal: anySignal, budget: new FileBudget() }

    expect((await gatherIncludes(readOther, pages.slice(0, 1), limits)).hasIncludes("a.md")).toBe(false)
    expect(asked).toEqual([])
    const { hasIncludes } = await gatherIncludes(readOther, pages, limits)
    expect(["a.md", "b.md", "unknown.md"].map(hasIncludes)).toEqual([false, true, true])
  })

  it("collects the labels of included text, for references of other pages", async () => {
    const docstring = '"""Ponds.\n\n.. _deep-water:\n\nDeep Water\n----------\n"""\n'
    const bytes = new TextEncoder().encode(docstring)
    const readOther = () => Promise.resolve(new Map([["**/pond/deep.py", { kind: "file", bytes } as const]]))
    const page = { ...aPage("deep.rst", ".. automodule:: pond.deep\n"), format: "restructured-text" } as const

    const { labels } = await gatherIncludes(readOther, [page], { signal: anySignal, budget: new FileBudget() })

    expect([...labels]).toEqual([["deep-water", "Deep Water"]])
  })

  it("stops with the reason of its signal", async () => {
    const reason = new Error("cancelled")

    const readOther = () => Promise.resolve(new Map())
    const gathering = gatherIncludes(readOther, [aPage("a.md", "{* x.py *}")], {
      signal: AbortSignal.abort(reason),
      budget: new FileBudget(),
    })

    await expect(gathering).rejects.toBe(reason)
  })
})

function textsOf(document: Document): readonly string[] {
  return document.blocks.map((block) => {
    if (block.kind === "heading") return block.text
    if (block.kind === "prose") return block.markdown
    return block.kind === "code" ? block.code : block.rows.flat().join(" ")
  })
}
