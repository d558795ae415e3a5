import { expect, it } from "vitest"
import type { ThreadResponse, ThreadRequest } from "../formats/asciidoc/asciidoc-thread.ts"
import { ParserThread, type ParserThreadOptions } from "./parser-thread.ts"

const PATIENT_MS = 60_000
const request = { text: "= Otter\n\nIt swims.", attributes: {}, references: {} }

const entry = new URL("../formats/asciidoc/asciidoc-thread", import.meta.url)

function openThread(options: Partial<ParserThreadOptions>) {
  return new ParserThread<ThreadRequest, ThreadResponse>(Object.assign(options, { entry, maxHeapMegabytes: 256 }))
}

it("waits for a thread that the busy machine gives no time", async () => {
  const thread = openThread({ processorMs: () => 0, maxStretch: PATIENT_MS })

  expect(await thread.request(request, 10)).toMatchObject({ parsed: { document: { title: "Otter" } } })
})

it("ends a thread that has waited ten times its limit on the clock", async () => {
  const thread = openThread({ processorMs: () => 0 })

  expect(await thread.request(request, 10)).toEqual({ failure: "it took longer than 10 ms" })
})

it("answers after many questions that took too long, however little patience is left", async () => {
  const options = { processorMs: () => 0, maxStretch: 1, startMs: 0 }
  const thread = openThread(options)
  const failures = await Promise.all(Array.from({ length: 6 }, () => thread.request(request, 10)))
  Object.assign(options, { startMs: PATIENT_MS })

  expect(failures.map((answer) => "failure" in answer)).toEqual(Array.from({ length: 6 }, () => true))
  expect(await thread.request(request, 10)).toMatchObject({ parsed: { document: { title: "Otter" } } })
})
