import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { fromBuffer, type Entry } from "yauzl"
import {
  ContextResponse,
  ImportLibrariesResponse,
  PORTABLE_FILE_NAME,
  PortableBundle,
  SearchLibrariesResponse,
} from "@lectern/contract"
import { startProgram, type Program } from "./program.ts"

const code = (at: number) => ({
  id: `https://docs.example.com/page-${at}`,
  title: `Send message ${at}`,
  description: `Sends the message ${at} to the otter.`,
  language: "ts",
  codeList: [{ language: "ts", code: `otter.send(${at})` }],
  tokens: 30,
  pageTitle: `Page ${at}`,
})
const library = {
  project: "/otter/kit",
  title: "Otter Kit",
  description: "Messages for otters",
  type: "repo",
  language: "English",
  branch: "main",
  docsRepoUrl: "https://github.com/otter/kit",
  docsSiteUrl: "",
  codeSnippets: Array.from({ length: 5 }, (_, at) => code(at)),
  infoSnippets: [
    {
      id: "https://docs.example.com/intro",
      content: "An otter kit sends messages.",
      breadcrumb: "Intro",
      tokens: 12,
      pageTitle: "Intro",
    },
  ],
  versions: [],
  rules: ["greet the otter"],
}

let program: Program
beforeAll(async () => {
  program = await startProgram()
})
afterAll(() => program.close())

const importing = (json: object) => program.call("POST", "/api/v2/import-libraries", { key: program.key, json })

/** Reads the one file of an export. */
function readBundle(zip: Buffer): Promise<unknown> {
  return new Promise((resolve, reject) => {
    fromBuffer(zip, { lazyEntries: true }, (error, file) => {
      if (error !== null || file === undefined) return reject(error ?? new Error("no zip"))
      file.on("entry", (entry: Entry) => {
        if (entry.fileName !== PORTABLE_FILE_NAME) return file.readEntry()
        file.openReadStream(entry, (problem, stream) => {
          if (problem !== null || stream === undefined) return reject(problem ?? new Error("no stream"))
          const chunks: Buffer[] = []
          stream.on("data", (chunk: Buffer) => chunks.push(chunk))
          stream.on("end", () => resolve(JSON.parse(Buffer.concat(chunks).toString("utf8"))))
        })
      })
      file.readEntry()
    })
  })
}

describe("portable libraries", () => {
  it("are queued with 202, then found and asked like any other", async () => {
    const answer = await importing({ libraries: [library] })
    await program.settle("/otter/kit")
    const found = await program.call("GET", "/api/v2/libs/search?libraryName=otter+kit")
    const asked = await program.call("GET", "/api/v2/context?libraryId=/otter/kit&query=send+message+3&type=json")

    expect([answer.status, answer.json]).toEqual([
      202,
      { message: expect.any(String), queued: ["/otter/kit"], skipped: [] },
    ])
    expect(SearchLibrariesResponse.parse(found.json).results[0]).toMatchObject({
      id: "/otter/kit",
      title: "Otter Kit",
      state: "finalized",
    })
    expect(ContextResponse.parse(asked.json).codeSnippets.map(({ codeId }) => codeId)).toContain(
      "https://docs.example.com/page-3",
    )
  })

  it("are skipped when they exist, unless forced", async () => {
    const skipped = ImportLibrariesResponse.parse((await importing({ libraries: [library] })).json)
    const forced = ImportLibrariesResponse.parse((await importing({ libraries: [library], force: true })).json)
    await program.settle("/otter/kit")

    expect(skipped).toMatchObject({ queued: [], skipped: [{ project: "/otter/kit", reason: expect.any(String) }] })
    expect(forced).toMatchObject({ queued: ["/otter/kit"], skipped: [] })
  })

  it("lose nothing on the way out and in again", async () => {
    const exported = await program.call("GET", "/api/v2/libs/otter/kit/export", { key: program.key })
    const first = PortableBundle.parse(await readBundle(exported.bytes))
    const form = new FormData()
    form.set("force", "true")
    form.set("bundleFile", new Blob([new Uint8Array(exported.bytes)]), "libraries.zip")
    const back = await program.call("POST", "/api/v2/import-libraries", { key: program.key, form })
    await program.settle("/otter/kit")
    const again = await program.call("GET", "/api/v2/libs/otter/kit/export", { key: program.key })

    expect([exported.headers["content-type"], back.status]).toEqual(["application/zip", 202])
    const order = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
    const [only] = first.libraries
    expect(only).toMatchObject({ ...library, codeSnippets: expect.any(Array), infoSnippets: expect.any(Array) })
    expect(only?.codeSnippets.map(({ tokens: _, ...rest }) => rest).toSorted(order)).toEqual(
      library.codeSnippets.map(({ tokens: _, ...rest }) => rest),
    )
    expect(await readBundle(again.bytes)).toEqual(first)
  })

  it("cannot be refreshed", async () => {
    const answer = await program.call("POST", "/api/v1/refresh", {
      key: program.key,
      json: { libraryName: "/otter/kit" },
    })

    expect([answer.status, answer.json]).toMatchObject([400, { error: "validation_error" }])
  })

  it("are refused without a single library of the right form", async () => {
    const answers = await Promise.all(
      [{ libraries: "all" }, {}, { libraries: [{ title: "no project" }] }, { libraries: [], force: "yes" }].map(
        importing,
      ),
    )

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400])
  })

  it("are found at most 30 at a time", async () => {
    const many = Array.from({ length: 40 }, (_, at) => ({
      project: `/many/widget-${at}`,
      title: `Widget ${at}`,
      infoSnippets: [{ content: `Widget ${at}` }],
    }))
    await importing({ libraries: many })
    await Promise.all(many.map(({ project }) => program.settle(project)))

    const found = await program.call("GET", "/api/v2/libs/search?libraryName=widget")

    expect(SearchLibrariesResponse.parse(found.json).results).toHaveLength(30)
  })

  it("are found best first", async () => {
    const found = await program.call("GET", "/api/v2/libs/search?libraryName=widget+7&query=widget+7")

    expect(SearchLibrariesResponse.parse(found.json).results[0]?.id).toBe("/many/widget-7")
  })

  it("refuse a bundle that is no zip, naming the file", async () => {
    const form = new FormData()
    form.set("bundleFile", new Blob(["not a zip"]), "notes.txt")
    const answer = await program.call("POST", "/api/v2/import-libraries", { key: program.key, form })

    expect([answer.status, answer.json]).toMatchObject([
      400,
      { error: "validation_error", message: expect.stringContaining("notes.txt") },
    ])
  })
})
