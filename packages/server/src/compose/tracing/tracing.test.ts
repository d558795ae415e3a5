import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { json } from "node:stream/consumers"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { type Log, silentLog } from "../../base/log.ts"
import { withTraceIds } from "../../base/tracing.ts"
import { readSettings } from "../../config/settings.ts"
import { asAdmin, startTestProgram } from "../../http/program.testing.ts"
import { openTracing } from "./open-tracing.ts"

const TRACE_ID = "0af7651916cd43dd8448eb211c80319c"
const PARENT_ID = "b7ad6b7169203331"

interface SentSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[]
}

/** What the collector receives, in the JSON form of OTLP. */
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { readonly key: string; readonly value: object }[] }
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[]
  }[]
}

let collector: Server
let received: Export[]

beforeEach(async () => {
  received = []
  collector = createServer((request, response) => {
    void json(request).then((body) => {
      received.push(body as Export)
      response.end("{}")
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve))
  const { port } = collector.address() as AddressInfo
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", `http://127.0.0.1:${port}`)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  collector.closeAllConnections()
  await new Promise((resolve) => collector.close(resolve))
})

const settingsOf = (environment: Readonly<Record<string, string | undefined>>) =>
  readSettings({ LECTERN_ADMIN_PASSWORD: "a password that is long", ...environment })

/** Names of spans with the names of those that they are part of. */
function pathsOf(spans: readonly SentSpan[]): string[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]))
  const pathOf = (span: SentSpan): string => {
    const parent = span.parentSpanId === undefined ? undefined : byId.get(span.parentSpanId)
    return parent === undefined ? span.name : `${pathOf(parent)} > ${span.name}`
  }
  return spans.map(pathOf)
}

it("sends spans of requests and jobs with their parts, and puts the trace id into the log", async () => {
  const lines: object[] = []
  const collected: Log = { ...silentLog, debug: (fields, event) => void lines.push({ ...fields, event }) }
  const tracing = (await openTracing(settingsOf(process.env), { log: silentLog, version: "1" }))!
  const log = withTraceIds(collected, tracing)
  const program = await startTestProgram({ workerMode: "inline", tracing, log })
  try {
    const document = { openapi: "3.1.0", info: { title: "Tides", version: "1" }, paths: { "/tides": { get: {} } } }
    const form = new FormData()
    form.set("openapiFile", new File([JSON.stringify(document)], "tides.json"))
    const encoded = new Response(form)
    const headers = { ...asAdmin, "content-type": encoded.headers.get("content-type") ?? "" }
    const payload = Buffer.from(await encoded.arrayBuffer())
    const added = await program.call({ method: "POST", url: "/api/v2/add/openapi-upload", headers, payload })
    const { libraryName } = added.json as { libraryName: string }
    await program.settle()
    const traceparent = `00-${TRACE_ID}-${PARENT_ID}-01`
    const question = `/api/v2/context?libraryId=${libraryName}&query=tides`
    await program.call({ url: question, headers: { ...asAdmin, traceparent } })
    await program.call({ url: "/api/v2/libs/search?libraryName=tides&query=tides", headers: asAdmin })
  } finally {
    await program.remove()
    await tracing.close()
  }

  const sent = received.flatMap(({ resourceSpans }) => resourceSpans)
  const spans = sent.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
  const paths = pathsOf(spans)
  expect(paths).toContain("GET /api/v2/context > catalogue select")
  expect(paths).toContain("GET /api/v2/context > index use > rank")
  expect(paths).toContain("GET /api/v2/libs/search > directory search")
  for (const stage of ["fetching", "parsing", "indexing", "publishing"]) {
    expect(paths).toContain(`job ingest > ${stage}`)
  }
  const request = spans.find(({ name }) => name === "GET /api/v2/context")
  expect(request).toMatchObject({ traceId: TRACE_ID, parentSpanId: PARENT_ID })
  const [adding, job] = ["POST /api/v2/add/openapi-upload", "job ingest"].map((name) =>
    spans.find((span) => span.name === name),
  )
  expect(job?.links).toMatchObject([{ traceId: adding?.traceId, spanId: adding?.spanId }])
  expect(job?.traceId).not.toBe(adding?.traceId)
  const service = { key: "service.name", value: { stringValue: "lectern" } }
  expect(sent[0]?.resource.attributes).toContainEqual(service)
  expect(lines).toContainEqual(
    expect.objectContaining({ event: "request completed", path: "/api/v2/context", traceId: TRACE_ID }),
  )
}, 60_000)

it("links a span to what caused it, and ignores what is not the context of a trace", async () => {
  const tracing = (await openTracing(settingsOf(process.env), { log: silentLog, version: "1" }))!
  const cause = tracing.inSpan("cause", {}, () => tracing.currentTraceParent())
  const none = "0".repeat(32)
  for (const text of [
    cause,
    undefined,
    "",
    "garbage",
    `00-${none}-${PARENT_ID}-01`,
    `00-${TRACE_ID}-${PARENT_ID}-01x`,
  ]) {
    tracing.inCausedSpan("work", {}, { cause: text, work: () => undefined })
  }
  await tracing.close()

  const spans = received.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  )
  const works = spans.filter(({ name }) => name === "work")
  expect(cause).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
  expect(works.map(({ links = [] }) => links.length)).toEqual([1, 0, 0, 0, 0, 0])
  expect(works[0]?.links?.[0]?.spanId).toBe(spans.find(({ name }) => name === "cause")?.spanId)
})

it("is off without a collector, and when the SDK is disabled", async () => {
  const environment = { log: silentLog, version: "1" }

  expect(await openTracing(settingsOf({}), environment)).toBeUndefined()
  expect(await openTracing(settingsOf({ ...process.env, OTEL_SDK_DISABLED: "true" }), environment)).toBeUndefined()
})
