import { createHash } from "node:crypto"
import { readdir } from "node:fs/promises"
import { request as httpRequest } from "node:http"
import { join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { ErrorBody, FolderUploadPlan, LibraryRecord } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makePdf } from "../../packages/parsers/src/formats/pdf/make-pdf.testing.ts"
import { type Answer, type Program, startProgram } from "./program.ts"

type Files = Readonly<Record<string, string | Uint8Array>>

const bytesOf = (content: string | Uint8Array) => Buffer.from(content as string)
const hashOf = (content: string | Uint8Array) => createHash("sha256").update(bytesOf(content)).digest("hex")
const contentsOf = (name: string, files: Files, more: object = {}) => ({
  name,
  files: Object.entries(files).map(([path, content]) => ({
    path,
    hash: hashOf(content),
    bytes: bytesOf(content).byteLength,
  })),
  ...more,
})

const HANDBOOK: Files = {
  "README.md": "# Harbour handbook\n\nHow ships are guided into the harbour by the pilots.\n",
  "pilots.rst": "Pilots\n======\n\nA pilot boards at the red buoy.\n\n.. literalinclude:: src/board.py\n",
  "src/board.py": "def board(ship):\n    ladder.lower(ship)\n",
  "größe & co/a#b.md": "# Draught\n\nThe deepest draught is twelve metres at low water.\n",
}

describe("an uploaded folder", () => {
  let program: Program
  beforeAll(async () => {
    program = await startProgram()
  })
  afterAll(() => program.close())

  const plan = (contents: object) =>
    program.call("POST", "/api/v2/add/folder/plan", { key: program.key, json: contents })
  function send(contents: object, files: Files): Promise<Answer> {
    const form = new FormData()
    form.set("contents", JSON.stringify(contents))
    for (const content of Object.values(files)) form.append("files", new Blob([bytesOf(content)]), hashOf(content))
    return program.call("POST", "/api/v2/add/folder", { key: program.key, form })
  }
  const record = async (id: string) =>
    LibraryRecord.parse((await program.call("GET", `/api/v2/libs${id}`, { key: program.key })).json)
  const ask = async (libraryId: string, query: string) =>
    (await program.call("GET", `/api/v2/context?${new URLSearchParams({ libraryId, query }).toString()}`)).text
  const refusal = (answer: Answer, status = 400) => {
    expect(answer.status).toBe(status)
    return ErrorBody.parse(answer.json).message
  }
  const leftovers = async () => {
    const entries = await readdir(program.dataDir, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile() && !/\.db(-wal|-shm)?$/.test(entry.name))
      .map(({ parentPath, name }) => join(parentPath, name))
      .toSorted()
  }

  it("is indexed like a repository: every format, includes, names with odd characters", async () => {
    const pdf = await makePdf([{ heading: "Tides", text: "The spring tide reaches four metres above chart datum." }])
    const files = { ...HANDBOOK, "tides.pdf": pdf }

    const answer = await send(contentsOf("Harbour", files), files)

    expect(answer).toMatchObject({ status: 200, json: { libraryName: "/docs/harbour" } })
    expect(await program.settle("/docs/harbour")).toMatchObject({ state: "succeeded" })
    expect(await record("/docs/harbour")).toMatchObject({
      title: "Harbour handbook",
      description: "How ships are guided into the harbour by the pilots.",
      files: { indexedCount: 4, failedCount: 0, problemCount: 0 },
    })
    expect(await ask("/docs/harbour", "where does the pilot board")).toContain("ladder.lower(ship)")
    expect(await ask("/docs/harbour", "deepest draught at low water")).toContain(
      "Source: upload://docs/harbour/gr%C3%B6%C3%9Fe%20&%20co/a%23b.md",
    )
    expect(await ask("/docs/harbour", "how high is the spring tide")).toContain("tides.pdf#page=1")
  })

  it("is refreshed by sending only what has changed", async () => {
    const before: Files = {
      "a.md": "# Anchors\n\nDrop the anchor at dusk.\n",
      "b.md": "# Bells\n\nTwo bells at noon.\n",
    }
    const after: Files = {
      "a.md": before["a.md"] ?? "",
      "b.md": "# Bells\n\nFive bells at noon.\n",
      "c.md": "# Crane\n\nThe crane lifts ten tons.\n",
    }
    await send(contentsOf("Quay", before), before)
    await program.settle("/docs/quay")

    const planned = FolderUploadPlan.parse((await plan(contentsOf("Quay", after))).json)
    expect(planned.libraryName).toBe("/docs/quay")
    expect(planned.changes).toEqual({ added: 1, changed: 1, removed: 0, unchanged: 1 })
    expect(planned.missing.toSorted()).toEqual([hashOf(after["b.md"] ?? ""), hashOf(after["c.md"] ?? "")].toSorted())

    await send(contentsOf("Quay", after), { b: after["b.md"] ?? "", c: after["c.md"] ?? "" })
    await program.settle("/docs/quay")
    expect(await ask("/docs/quay", "bells at noon")).toContain("Five bells")
    expect(await ask("/docs/quay", "anchor at dusk")).toContain("Drop the anchor")
    expect((await record("/docs/quay")).files?.changes).toEqual({ added: 1, changed: 1, removed: 0, unchanged: 1 })

    expect(await send(contentsOf("Quay", after), {})).toMatchObject({
      status: 200,
      json: { message: "/docs/quay is unchanged" },
    })
  })

  it("gets no file of another library by its hash", async () => {
    const secret: Files = { "secret.md": "# Secret\n\nThe treasure lies under the third lamp.\n" }
    await send(contentsOf("Vault", secret), secret)

    const planned = FolderUploadPlan.parse((await plan(contentsOf("Thief", secret))).json)
    expect(planned).toMatchObject({ libraryName: null, missing: [hashOf(secret["secret.md"] ?? "")] })
    expect(refusal(await send(contentsOf("Thief", secret), {}))).toContain("secret.md is missing")
  })

  it("does not replace a folder that has none of its files, unless forced", async () => {
    const one: Files = { "one.md": "# One\n\nThe first folder of this name.\n" }
    const other: Files = { "other.md": "# Other\n\nQuite another folder of this name.\n" }
    await send(contentsOf("Guide", one), one)
    await program.settle("/docs/guide")

    expect(refusal(await plan(contentsOf("Guide", other)), 409)).toContain("this folder contains none of them")
    expect(refusal(await send(contentsOf("Guide", other), other), 409)).toContain("/docs/guide")
    const forced = { ...contentsOf("Guide", other), force: true }
    expect(await send(forced, other)).toMatchObject({ status: 200 })
    await program.settle("/docs/guide")
    expect(await ask("/docs/guide", "quite another folder")).toContain("Quite another")
  })

  it("does not replace a folder that has only a README in common with it", async () => {
    const one: Files = { "README.md": "# Sails\n\nHow to mend a sail.\n", "jib.md": "# Jib\n\nHoist the jib first.\n" }
    const other: Files = { "README.md": "# Oars\n\nHow to plane an oar.\n", "row.md": "# Row\n\nRow in time.\n" }
    await send(contentsOf("Loft", one), one)
    await program.settle("/docs/loft")

    const message = refusal(await send(contentsOf("Loft", other), other), 409)

    expect(message).toContain("it has 2 files, and this folder contains only 1 of them, with different content")
    expect(await ask("/docs/loft", "which sail is hoisted first")).toContain("Hoist the jib")
  })

  it("recognises a folder whose files were all moved", async () => {
    const before: Files = { "mast.md": "# Mast\n\nThe mast is made of spruce.\n" }
    const after: Files = { "rig/mast.md": before["mast.md"] ?? "" }
    await send(contentsOf("Rigging", before), before)
    await program.settle("/docs/rigging")

    expect(await send(contentsOf("Rigging", after), after)).toMatchObject({ status: 200 })

    await program.settle("/docs/rigging")
    expect(await ask("/docs/rigging", "what is the mast made of")).toContain("upload://docs/rigging/rig/mast.md")
  })

  it("leaves nothing behind when it breaks off, and the old content is served", async () => {
    const files: Files = { "deck.md": "# Deck\n\nSwab the deck at six bells.\n" }
    await send(contentsOf("Deck", files), files)
    await program.settle("/docs/deck")
    const before = await leftovers()
    const changed = "# Deck\n\nNobody swabs the deck any more.\n".padEnd(100_000, "text ")
    const boundary = "lectern-test-boundary"
    const head = [
      `--${boundary}\r\ncontent-disposition: form-data; name="contents"\r\n\r\n`,
      JSON.stringify(contentsOf("Deck", { "deck.md": changed })),
      `\r\n--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="${hashOf(changed)}"\r\n\r\n`,
      changed.slice(0, 50_000),
    ].join("")
    const request = httpRequest(`${program.url}/api/v2/add/folder`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${program.key}`,
        "content-type": `multipart/form-data; boundary=${boundary}`,
        "content-length": head.length * 2,
      },
    })
    const cut = pipeline(
      Readable.from(
        (async function* () {
          yield head
          await new Promise((resolve) => setTimeout(resolve, 50))
          throw new Error("the line is cut")
        })(),
      ),
      request,
    )
    await expect(cut).rejects.toThrow()

    await expect.poll(leftovers, { timeout: 10_000 }).toEqual(before)
    expect(await ask("/docs/deck", "when is the deck swabbed")).toContain("six bells")
  })

  it.each([
    ["a path that leaves the folder", contentsOf("X", { "../x.md": "x" }), "must be a path inside the folder"],
    ["an absolute path", contentsOf("X", { "/etc/passwd": "x" }), "must be a path inside the folder"],
    ["a path with a line break", contentsOf("X", { "a\nb.md": "x" }), "must be a path inside the folder"],
    ["an empty folder", contentsOf("X", {}), "must not be empty"],
    [
      "too much content",
      {
        name: "X",
        files: Array.from({ length: 11 }, (_, at) => ({
          path: `${at}.md`,
          hash: hashOf(`${at}`),
          bytes: 50 * 2 ** 20,
        })),
      },
      "exceed 500 MB",
    ],
    ["two spellings of one path", contentsOf("X", { "e\u0301.md": "x", "\u00e9.md": "y" }), "duplicate path"],
  ])("is refused with %s", async (_, contents, message) => {
    expect(refusal(await plan(contents))).toContain(message)
    expect(refusal(await send(contents, {}))).toContain(message)
  })

  it("is refused when a file is not what its hash says", async () => {
    const form = new FormData()
    form.set("contents", JSON.stringify(contentsOf("Lie", { "a.md": "# Said one\n" })))
    form.append("files", new Blob(["# Sent two\n"]), hashOf("# Said one\n"))

    const answer = await program.call("POST", "/api/v2/add/folder", { key: program.key, form })
    expect(refusal(answer)).toContain("a.md does not match its hash")
  })

  it("is refused when a file is smaller or larger than it says, also one that the server has", async () => {
    const large = `# Large\n\n${"The tide table of every harbour.\n".repeat(200_000)}`
    const files: Files = { "large.md": large, "small.md": "# Small\n\nSlack water lasts ten minutes.\n" }
    const sayingSize = (bytes: number) => {
      const contents = contentsOf("Sizes", files, { force: true })
      return {
        ...contents,
        files: contents.files.map((file) => (file.path === "large.md" ? { ...file, bytes } : file)),
      }
    }
    await send(contentsOf("Sizes", files), files)
    await program.settle("/docs/sizes")
    expect((await record("/docs/sizes")).files).toMatchObject({ leftOutByReason: { too_large: 1 } })

    expect(FolderUploadPlan.parse((await plan(sayingSize(1))).json).missing).toEqual([hashOf(large)])
    expect(refusal(await send(sayingSize(1), {}))).toContain("large.md is missing")
    expect(refusal(await send(sayingSize(1), { large }))).toContain("does not match its hash and size")
    expect(refusal(await send(sayingSize(large.length + 1), { large }))).toContain("does not match its hash and size")
  })

  it("is refused when one file has two sizes, or the list is sent twice", async () => {
    const files: Files = { "a.md": "# Anchors\n\nDrop the anchor.\n", "b.md": "# Anchors\n\nDrop the anchor.\n" }
    const contents = contentsOf("Twice", files)
    const [first, second] = contents.files
    const form = new FormData()
    for (let at = 0; at < 2; at++) form.append("contents", JSON.stringify(contents))

    const twoSizes = { ...contents, files: [first, { ...second, bytes: 1 }] }
    expect(refusal(await plan(twoSizes))).toContain("b.md has the hash of a file with another size")
    expect(refusal(await program.call("POST", "/api/v2/add/folder", { key: program.key, form }))).toContain("only once")
  })

  it("keeps the title it was given", async () => {
    const contents = contentsOf("Titled", HANDBOOK, { title: "Port of Example", description: "All about the port." })
    await send(contents, HANDBOOK)
    await program.settle("/docs/titled")

    expect(await record("/docs/titled")).toMatchObject({ title: "Port of Example", description: "All about the port." })
  })
})
