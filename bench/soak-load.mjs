// A steady load of questions over REST and MCP, and sudden overloads.
import { Agent, get } from "node:http"
import { once } from "node:events"
import { performance } from "node:perf_hooks"
import { Worker } from "node:worker_threads"
import { pause } from "./lectern-process.mjs"
import { contextPath } from "./measures.mjs"
import { ascending, quantile } from "./rows.mjs"

/** Requests per second, by kind; together about a fifth of what the server can handle. */
const RATES = { context: 20, search: 5, mcp: 5 }

/** Durations of requests of one kind in milliseconds, and the number of failed requests. */
export class Latencies {
  #times = []
  #failures = []

  add(ms) {
    this.#times.push(ms)
  }

  fail(reason) {
    this.#failures.push(reason)
  }

  get count() {
    return this.#times.length
  }

  get failures() {
    return this.#failures
  }

  /** Returns the duration that this share of the requests did not exceed, in milliseconds. */
  at(share) {
    return this.#times.length === 0 ? 0 : quantile(ascending(this.#times), share)
  }
}

/**
 * Sends questions at a steady rate, whether or not responses arrive, until `stop` is called.
 *
 * @param {{ id: string, questions: string[] }[]} libraries
 * @returns `take`, which returns the latencies since the last call by kind, and `stop`.
 */
export function startLoad(lectern, libraries) {
  let latencies = newLatencies()
  const underWay = new Set()
  let turn = 0
  const next = () => {
    const { id, questions } = libraries[turn % libraries.length]
    const query = questions[turn++ % questions.length]
    return { id, query }
  }
  const asks = {
    context: () => {
      const { id, query } = next()
      return expectAnswer(lectern, contextPath(id, query))
    },
    search: () =>
      expectAnswer(
        lectern,
        `/api/v2/libs/search?${new URLSearchParams({ libraryName: "bench", query: next().query })}`,
      ),
    mcp: () => callTool(lectern, next()),
  }
  const timers = Object.entries(RATES).map(([kind, rate]) =>
    setInterval(() => {
      const into = latencies[kind]
      const started = performance.now()
      const asked = asks[kind]()
        .then(() => into.add(performance.now() - started))
        .catch((error) => into.fail(`${kind}: ${error.message}`))
        .finally(() => underWay.delete(asked))
      underWay.add(asked)
    }, 1000 / rate),
  )
  return {
    take() {
      const taken = latencies
      latencies = newLatencies()
      return taken
    },
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(underWay)
    },
  }
}

function newLatencies() {
  return Object.fromEntries(Object.keys(RATES).map((kind) => [kind, new Latencies()]))
}

async function expectAnswer({ url, headers }, path) {
  const response = await fetch(url + path, { headers })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`status ${response.status}`)
}

async function callTool({ url, headers }, { id, query }) {
  const response = await fetch(`${url}/mcp`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "query-docs", arguments: { libraryId: id, query } },
    }),
  })
  const text = await response.text()
  if (response.status !== 200 || !text.includes('"result"') || text.includes('"isError":true'))
    throw new Error(`status ${response.status} ${text.slice(0, 100)}`)
}

/**
 * Repeatedly sends many requests at once.
 *
 * @returns the number of responses by status, problems of refusals, and the longest time that `/api/health` took in the
 *   meantime.
 */
export async function overload(lectern, { id, questions }, { atOnce, seconds }) {
  const counts = new Map()
  const wrong = new Set()
  const until = performance.now() + seconds * 1000
  const health = watchHealth(lectern)
  // Uses the plain client, because `fetch` takes as long for a request as the server takes to respond.
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const send = async () => {
    for (let at = 0; performance.now() < until; at++) {
      const { status, retryAfter, text } = await request(
        agent,
        lectern,
        contextPath(id, questions[at % questions.length]),
      )
      counts.set(status, (counts.get(status) ?? 0) + 1)
      if (status === 200) continue
      if (status !== 429 && status !== 503) wrong.add(`${status}: ${text.slice(0, 100)}`)
      else if (retryAfter === undefined) wrong.add(`${status} without Retry-After`)
      await pause(250)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, send))
  agent.destroy()
  return { counts, wrong: [...wrong], slowestHealthMs: await health.end() }
}

function request(agent, { url, headers }, path) {
  return new Promise((resolve, reject) => {
    const sent = get(url + path, { agent, headers }, (response) => {
      const chunks = []
      response.on("data", (chunk) => chunks.push(chunk))
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8")
        resolve({ status: response.statusCode, retryAfter: response.headers["retry-after"], text })
      })
    })
    sent.on("error", reject)
  })
}

/** Requests the health check in a separate thread, because this one is as busy as the server. */
function watchHealth({ url }) {
  const thread = new Worker(new URL("watch-health.mjs", import.meta.url), { workerData: url })
  return {
    async end() {
      thread.postMessage("end")
      const [slowestMs] = await once(thread, "message")
      await thread.terminate()
      return slowestMs
    },
  }
}
