import { EventEmitter } from "node:events"
import type { FastifyReply, FastifyRequest } from "fastify"
import { expect, it } from "vitest"
import { anonymousCaller } from "../../access/identity/caller.ts"
import { createFairQueue } from "../../access/limits/fair-queue.ts"
import { createLoopTurns } from "../../access/limits/loop-turns.ts"
import { RateLimited } from "../../access/errors.ts"
import { createRequestQueue } from "./queue-requests.ts"

const asRequest = (ip: string) => ({ caller: anonymousCaller, ip }) as unknown as FastifyRequest

/** A response that ends as soon as its request may run: the answer waits for nothing. */
function anAnswer() {
  const raw = Object.assign(new EventEmitter(), { closed: false })
  const end = () => {
    raw.closed = true
    raw.emit("close")
  }
  return { reply: { raw } as unknown as FastifyReply, end }
}

it("queues and refuses what arrives before the event loop has gone around, although every answer is instant", async () => {
  const loopTurns = { arrivals: createLoopTurns(), work: createLoopTurns() }
  const requestQueues = { answers: createFairQueue(4), transfers: createFairQueue(2) }
  const awaitTurn = createRequestQueue({ requestQueues, loopTurns })
  const outcomes: Promise<{ who: string; isRefused: boolean }>[] = []
  const ended: string[] = []
  const arrive = (who: string) => {
    const { reply, end } = anAnswer()
    const run = () => {
      ended.push(who)
      end()
      return { who, isRefused: false }
    }
    const refused = (error: unknown) => {
      expect(error).toBeInstanceOf(RateLimited)
      return { who, isRefused: true }
    }
    outcomes.push(awaitTurn(asRequest(who), reply, "answer").then(run, refused))
  }

  for (let at = 0; at < 300; at++) {
    arrive("192.0.2.1")
    // Everything that waits for nothing outside the process would be done by now.
    for (let step = 0; step < 20; step++) await Promise.resolve()
  }
  arrive("192.0.2.2")
  const all = await Promise.all(outcomes)

  expect(all.filter(({ isRefused }) => isRefused)).toHaveLength(300 - 256 - 2)
  expect(all.at(-1)).toEqual({ who: "192.0.2.2", isRefused: false })
  expect(ended.indexOf("192.0.2.2")).toBeLessThan(8)
})
