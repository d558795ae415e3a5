// Measures the memory of a server that has just started, and of one that has answered from many libraries.
import { Agent } from "node:http"
import { buffer } from "node:stream/consumers"
import { ZipFile } from "yazl"
import { makeDocumentation, sizeForSnippets } from "./make-documentation.mjs"
import { contextPath, MEGABYTE, readOnce, waitForLibrary, withDataDir, withLectern } from "./measures.mjs"
import { makeQuestions } from "./questions.mjs"
import { atMost, noGoal, row } from "./rows.mjs"

const LIBRARIES = 200
/** Small libraries, because the memory of an open library is mostly the handle of its file, whatever its size. */
const SNIPPETS = 100
/** Libraries per import; a bundle must stay below 100 MB. */
const LIBRARIES_OF_A_BUNDLE = 50
const QUESTIONS = 3

/**
 * Measures memory after the start, and with 200 open libraries. They are imported, because ingesting as many
 * repositories takes minutes.
 */
export async function measureMemory() {
  return withDataDir(async (dataDir) => {
    const libraries = []
    await withLectern({ dataDir }, async (lectern) => {
      for (let from = 0; from < LIBRARIES; from += LIBRARIES_OF_A_BUNDLE) {
        const made = Array.from({ length: LIBRARIES_OF_A_BUNDLE }, (_, at) => makeLibrary(from + at))
        await importBundle(
          lectern,
          made.map(({ library }) => library),
        )
        libraries.push(...made.map(({ library, questions }) => ({ id: library.project, questions })))
      }
      for (const { id } of libraries) await waitForLibrary(lectern, id)
    })
    return withLectern({ dataDir }, (lectern) => askAll(lectern, libraries))
  })
}

async function askAll(lectern, libraries) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const before = lectern.memory() / MEGABYTE
  for (const { id, questions } of libraries) {
    for (const query of questions) await readOnce(lectern, agent, contextPath(id, query))
  }
  agent.destroy()
  const after = lectern.memory() / MEGABYTE
  const name = `memory of the server with ${LIBRARIES} libraries open`
  return [
    row("memory of the server after start", before, "MB", noGoal),
    row(name, after, "MB", atMost(150), `about ${SNIPPETS} snippets and ${QUESTIONS} questions each`),
  ]
}

/** Generates a library of generated pages, with one snippet per section, and questions that it answers. */
export function makeLibrary(number) {
  const files = makeDocumentation({ seed: 1000 + number, ...sizeForSnippets(SNIPPETS) })
  const project = `/bench/open-${number}`
  const infoSnippets = files.flatMap(({ path, content }) =>
    content.split(/\n(?=#{1,4} )/).map((section) => {
      const [heading, ...lines] = section.split("\n")
      return { id: `${project}#${path}`, breadcrumb: heading.replace(/^#+ /, ""), content: lines.join("\n").trim() }
    }),
  )
  return {
    library: { project, title: `Open ${number}`, type: "repo", infoSnippets },
    questions: makeQuestions(files, QUESTIONS),
  }
}

export async function importBundle(lectern, libraries) {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(JSON.stringify({ libraries })), "libraries.json")
  zip.end()
  const form = new FormData()
  form.append("bundleFile", new File([await buffer(zip.outputStream)], "bundle.zip"))
  const { url, headers } = lectern
  const response = await fetch(`${url}/api/v2/import-libraries`, { method: "POST", headers, body: form })
  const answer = await response.text()
  if (response.status !== 202 || JSON.parse(answer).queued.length !== libraries.length)
    throw new Error(`the import answered ${response.status}: ${answer.slice(0, 300)}`)
}
