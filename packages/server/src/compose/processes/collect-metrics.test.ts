import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { type ServingHandle, MetricsCollector } from "./collect-metrics.ts"
import type { SupervisorMessage } from "./process-messages.ts"

const metricsOf = (id: number) => [[{ name: `of ${id}` }]]

function aProcess(id: number): ServingHandle & { readonly received: SupervisorMessage[] } {
  const received: SupervisorMessage[] = []
  return { id, received, send: (message) => void received.push(message) }
}

describe("metrics of several processes", () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it("go to the one that was scraped once all have reported, oldest first", () => {
    const collector = new MetricsCollector()
    const [first, second] = [aProcess(1), aProcess(2)]

    collector.collect(second, 7, [first, second])
    collector.add(2, { kind: "metrics", request: 1, metrics: metricsOf(2) })
    expect(second.received).toEqual([{ kind: "report", request: 1 }])
    collector.add(1, { kind: "metrics", request: 1, metrics: metricsOf(1) })

    expect(second.received.at(-1)).toEqual({ kind: "collected", request: 7, metrics: [metricsOf(1), metricsOf(2)] })
    expect(first.received).toEqual([{ kind: "report", request: 1 }])
  })

  it("leave out a process that hangs", () => {
    const collector = new MetricsCollector()
    const [first, second] = [aProcess(1), aProcess(2)]

    collector.collect(first, 7, [first, second])
    collector.add(1, { kind: "metrics", request: 1, metrics: metricsOf(1) })
    vi.runAllTimers()
    collector.add(2, { kind: "metrics", request: 1, metrics: metricsOf(2) })

    expect(first.received.at(-1)).toEqual({ kind: "collected", request: 7, metrics: [metricsOf(1)] })
  })
})
