import { describe, expect, it } from "vitest"
import { ServerBusy } from "../errors.ts"
import { createLoopTurns } from "./loop-turns.ts"

/** A clock that only work moves. */
function aClock() {
  let ms = 0
  return { nowMs: () => ms, work: (forMs: number) => void (ms += forMs) }
}

/** Counts the rounds of the event loop until it is stopped. */
function countRounds() {
  let rounds = 0
  let isOver = false
  const count = () => {
    rounds++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  return { now: () => rounds, stop: () => void (isOver = true) }
}

describe("turns of the event loop", () => {
  it("begin as many requests in one round as its time allows, in their order", async () => {
    const clock = aClock()
    const turns = createLoopTurns({ budgetMs: 20, nowMs: clock.nowMs })
    const rounds = countRounds()
    const begun: { request: number; round: number }[] = []

    await Promise.all(
      Array.from({ length: 12 }, async (_, request) => {
        await turns.take()
        begun.push({ request, round: rounds.now() })
        clock.work(5)
      }),
    )
    rounds.stop()

    expect(begun.map(({ request }) => request)).toEqual(Array.from({ length: 12 }, (_, request) => request))
    const roundsUsed = [...new Set(begun.map(({ round }) => round))]
    expect(roundsUsed.map((used) => begun.filter(({ round }) => round === used).length)).toEqual([4, 4, 4])
    expect(turns.waiting).toBe(0)
  })

  it("begin at least one request in a round, however long it takes", async () => {
    const clock = aClock()
    const turns = createLoopTurns({ budgetMs: 20, nowMs: clock.nowMs })
    const rounds = countRounds()
    const begunIn = new Set<number>()

    const one = async () => {
      await turns.take()
      begunIn.add(rounds.now())
      clock.work(1_000)
    }
    await Promise.all([one(), one(), one()])
    rounds.stop()

    expect(begunIn.size).toBe(3)
  })

  it("let what arrives meanwhile run between requests that begin each other", async () => {
    const clock = aClock()
    const turns = createLoopTurns({ budgetMs: 20, nowMs: clock.nowMs })
    let begun = 0
    let begunBefore = -1
    // Like a flood: each request that ends lets the next one begin.
    const next = async (): Promise<void> => {
      await turns.take()
      clock.work(10)
      if (++begun < 100) await next()
    }

    const flood = next()
    await new Promise<void>((resolve) => {
      setImmediate(() => {
        begunBefore = begun
        resolve()
      })
    })
    await flood

    expect(begunBefore).toBeLessThan(5)
    expect(begun).toBe(100)
  })

  it("refuse requests when too many are waiting, with the time to try again", async () => {
    const turns = createLoopTurns({ maxWaiting: 2 })
    const waiting = [turns.take(), turns.take()]

    const refused = turns.take()

    await expect(refused).rejects.toThrow(ServerBusy)
    await expect(refused).rejects.toMatchObject({ details: { retryAfterSeconds: 1 } })
    await Promise.all(waiting)
    await expect(turns.take()).resolves.toBeUndefined()
  })
})
