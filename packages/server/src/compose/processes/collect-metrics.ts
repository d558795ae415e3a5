import type { ProcessMetrics, ServingMessage, SupervisorMessage } from "./process-messages.ts"

/** Time after which a process that has not responded is left out. */
const COLLECT_TIMEOUT_MS = 1_000

/** A serving process, as seen by its supervisor. */
export interface ServingHandle {
  readonly id: number
  send(message: SupervisorMessage): void
}

interface Collection {
  readonly byProcess: Map<number, ProcessMetrics>
  readonly missing: Set<number>
  end(): void
}

/** Collects metrics from all serving processes for the one that was scraped. */
export class MetricsCollector {
  readonly #collections = new Map<number, Collection>()
  #lastRequest = 0

  /** Collects the metrics for a process. The response is sent once all processes have reported, or after a second. */
  collect(asking: ServingHandle, request: number, all: readonly ServingHandle[]): void {
    const own = ++this.#lastRequest
    const byProcess = new Map<number, ProcessMetrics>()
    const end = () => {
      clearTimeout(timer)
      this.#collections.delete(own)
      const metrics = [...byProcess].toSorted(([one], [other]) => one - other).map(([, each]) => each)
      asking.send({ kind: "collected", request, metrics })
    }
    const timer = setTimeout(end, COLLECT_TIMEOUT_MS)
    this.#collections.set(own, { byProcess, missing: new Set(all.map(({ id }) => id)), end })
    for (const each of all) each.send({ kind: "report", request: own })
  }

  /** Adds the metrics that a process reports. */
  add(processId: number, { request, metrics }: Extract<ServingMessage, { readonly kind: "metrics" }>): void {
    const collection = this.#collections.get(request)
    if (collection === undefined) return
    collection.byProcess.set(processId, metrics)
    collection.missing.delete(processId)
    if (collection.missing.size === 0) collection.end()
  }
}
