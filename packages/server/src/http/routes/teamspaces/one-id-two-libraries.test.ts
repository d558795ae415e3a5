import { createHash } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { aBundle, addMember, asAdmin, startTestProgram, type TestProgram } from "../../program.testing.ts"

let program: TestProgram
let asMember: { readonly authorization: string }
beforeAll(async () => {
  program = await startTestProgram()
  asMember = await addMember(program, "ann")
})
afterAll(() => program.remove())

let next = 0
const newName = () => `otters-${next++}`

const add = (docsRepoUrl: string, headers: object, more: object = {}) =>
  program.call({
    method: "POST",
    url: "/api/v2/add/repo/git",
    headers: { ...headers },
    payload: { docsRepoUrl, ...more },
  })
const nameIn = ({ json }: { readonly json: never }) => (json as { readonly libraryName?: string }).libraryName
const isPrivate = async (libraryId: string) => {
  const { json } = await program.call({ url: `/api/v2/libs${libraryId}`, headers: asMember })
  return (json as { readonly private: boolean }).private
}

describe("a private repository whose id a public library has", () => {
  it("gets another id if it is another repository, whoever adds it", async () => {
    const name = newName()
    await add(`https://github.com/${name}/docs`, asAdmin)

    const ofMember = await add(`https://git.example/${name}/docs.git`, asMember, { private: true })
    const ofAdmin = await add(`https://code.example/${name}/docs.git`, asAdmin, { private: true })

    expect([nameIn(ofMember), nameIn(ofAdmin)]).toEqual([`/git_example/${name}_docs`, `/code_example/${name}_docs`])
    expect(await isPrivate(`/${name}/docs`)).toBe(false)
  })

  it("replaces the public library of the same repository for its team only if an admin adds it", async () => {
    const name = newName()
    const url = `https://github.com/${name}/docs`
    await add(url, asAdmin)

    const ofMember = await add(url, asMember, { private: true })
    const servedBefore = await isPrivate(`/${name}/docs`)
    const ofAdmin = await add(url, asAdmin, { private: true })

    expect([ofMember.status, servedBefore]).toEqual([409, false])
    expect(ofMember.json).toMatchObject({ error: "duplicate_repo", message: expect.stringContaining("Only an admin") })
    expect([ofAdmin.status, nameIn(ofAdmin)]).toEqual([200, `/${name}/docs`])
  })
})

describe("a public repository whose id a private library has", () => {
  it("gets another id for those who can see the private one", async () => {
    const name = newName()
    await add(`https://git.example/${name}/docs.git`, asAdmin, { private: true })

    const open = await add(`https://github.com/${name}/docs`, asMember)

    expect(nameIn(open)).toBe(`/github_com/${name}_docs`)
  })
})

describe("a private upload whose id a public library has", () => {
  const fileHash = (text: string) => createHash("sha256").update(text).digest("hex")
  const uploadFolder = async (title: string, headers: object) => {
    const text = `# ${title}\n\nOtters swim.\n`
    const files = [{ path: "a.md", hash: fileHash(text), bytes: text.length }]
    const form = new FormData()
    form.set("contents", JSON.stringify({ name: title, folderName: "otters", private: true, files }))
    form.set("files", new Blob([text]), fileHash(text))
    const request = new Request("http://localhost", { method: "POST", body: form })
    return program.call({
      method: "POST",
      url: "/api/v2/add/folder",
      headers: { ...headers, "content-type": String(request.headers.get("content-type")) },
      payload: Buffer.from(await request.arrayBuffer()),
    })
  }

  it("gets a different id, no matter who uploads it", async () => {
    const name = newName()
    const payload = { libraries: [aBundle(`/docs/${name}`), aBundle(`/docs/${name}-more`)] }
    await program.call({ method: "POST", url: "/api/v2/import-libraries", headers: asAdmin, payload })

    const answers = [await uploadFolder(name, asMember), await uploadFolder(`${name} more`, asAdmin)]

    expect(answers.map(nameIn)).toEqual([`/docs/${name}-2`, `/docs/${name}-more-2`])
    expect(await isPrivate(`/docs/${name}`)).toBe(false)
  })
})

describe("a moved library", () => {
  const send = (method: "GET" | "POST" | "PATCH" | "DELETE", url: string, headers: object, payload?: object) =>
    program.call({ method, url: `/api${url}`, headers: { ...headers }, ...(payload === undefined ? {} : { payload }) })
  const addMoved = async () => {
    const name = newName()
    await add(`https://github.com/${name}/old`, asAdmin)
    await send("POST", `/v2/libs/${name}/old/move`, asAdmin, { id: `/${name}/new` })
    return name
  }

  it("is as hidden under its old id as under its new one", async () => {
    const name = await addMoved()
    const before = await send("GET", `/v2/libs/${name}/old`, asMember)
    await send("PATCH", `/v2/libs/${name}/new/access`, asAdmin, { access: "chosen", users: [], groups: [] })

    const answers = [
      await send("GET", `/v2/libs/${name}/old`, asMember),
      await send("GET", `/v2/context?libraryId=/${name}/old&query=x`, asMember),
      await send("GET", `/v2/context?libraryId=/${name}/old&query=x`, {}),
      await send("POST", `/v1/refresh`, asMember, { libraryName: `/${name}/old` }),
      await send("GET", `/v2/libs/${name}/new`, asMember),
    ]
    const again = await add(`https://github.com/${name}/old`, asMember)

    expect(before.json).toMatchObject({ redirectTo: `/${name}/new` })
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    expect(answers.map(({ text }) => text).join()).not.toContain(`/${name}/new"`)
    expect([again.status, again.text.includes("/new")]).toEqual([409, false])
  })

  it("answers every request for its content and every change with 301, and its redirect can be deleted", async () => {
    const name = await addMoved()
    const at = `/v2/libs/${name}/old`
    const answers = [
      await send("PATCH", at, asAdmin, { title: "Changed" }),
      await send("PATCH", `${at}/access`, asAdmin, { access: "everyone" }),
      await send("GET", `${at}/access`, asAdmin),
      await send("GET", `${at}/benchmark`, asAdmin),
      await send("GET", `${at}/pages`, asAdmin),
      await send("GET", `${at}/questions`, asAdmin),
      await send("GET", `${at}/export`, asAdmin),
      await send("POST", `${at}/scope-preview`, asAdmin, { folders: ["docs"] }),
      await send("GET", `${at}/versions/v1`, asAdmin),
      await send("DELETE", `${at}/versions/v1`, asAdmin),
    ]
    const removed = await send("DELETE", at, asAdmin)

    expect(
      answers.map(({ status, json }) => [status, (json as { readonly redirectUrl?: string }).redirectUrl]),
    ).toEqual(answers.map(() => [301, `/${name}/new`]))
    expect([removed.status, (await send("GET", `/v2/libs/${name}/new`, asAdmin)).status]).toEqual([200, 200])
  })

  it("is hidden as well when the library becomes private afterwards", async () => {
    const name = await addMoved()
    await send("POST", `/v2/libs/${name}/new/move`, asAdmin, { private: true })
    const old = `/v2/context?libraryId=/${name}/old&query=x`

    expect((await send("GET", old, {})).text).not.toContain("/new")
    expect((await send("GET", old, {})).status).toBe(404)
  })

  it("still redirects to an id that no library has any more, because it can be added", async () => {
    const name = await addMoved()
    await send("DELETE", `/v2/libs/${name}/new`, asAdmin)

    expect((await send("GET", `/v2/context?libraryId=/${name}/old&query=x`, asMember)).status).toBe(301)
  })

  it("leaves its old id to the public library for those who cannot see where it is now", async () => {
    const name = newName()
    const old = `/${name}/docs`
    await add(`https://git.example/${name}/docs.git`, asAdmin, { private: true })
    await send("POST", `/v2/libs${old}/move`, asAdmin, { id: `/${name}/plans` })
    await send("PATCH", `/v2/libs/${name}/plans/access`, asAdmin, { access: "chosen", users: [], groups: [] })
    await send("POST", "/v2/import-libraries", asAdmin, { libraries: [aBundle(old)] })

    const answers = [await send("GET", `/v2/libs${old}`, asMember), await send("GET", `/v2/libs${old}`, {})]

    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers.map(({ json }) => json)).toMatchObject([{ private: false }, { private: false }])
  })
})

describe("a redirect that a library config states", () => {
  it("is answered in the same way whether a library that the caller cannot see has the id or none has it", async () => {
    const { libraries } = program.context.catalogue
    const name = newName()
    await add(`https://git.example/${name}/docs.git`, asAdmin)
    await add(`https://git.example/${name}/plans.git`, asAdmin, { private: true })
    const { key = "" } = (await libraries.byId(`/${name}/docs`)) ?? {}
    const ask = async (redirectTo: string) => {
      await libraries.update(key, { redirectTo, state: "finalized", publishedAtMs: 1 })
      const url = `/api/v2/context?libraryId=/${name}/docs&query=x`
      const { status, json } = await program.call({ url })
      return { status, json: json as { readonly redirectUrl?: string } }
    }

    const [toHidden, toNothing] = [await ask(`/${name}/plans`), await ask(`/${name}/nothing`)]

    expect([toHidden.status, toNothing.status]).toEqual([301, 301])
    expect([toHidden.json.redirectUrl, toNothing.json.redirectUrl]).toEqual([`/${name}/plans`, `/${name}/nothing`])
  })
})
