import { describe, expect, it } from "vitest"
import { readMessages } from "./read-messages.ts"

const initialize = { method: "initialize", params: { clientInfo: { name: "claude-code" } } }
const toolCall = { method: "tools/call", params: { name: "query-docs" } }

describe("readMessages", () => {
  it("counts calls and not handshakes", () => {
    expect(readMessages(initialize)).toEqual({ callCount: 0, clientName: "claude-code" })
    expect(readMessages([toolCall, { method: "tools/list" }, toolCall]).callCount).toBe(2)
  })

  it.each([undefined, null, 3, "tools/call", [null, 1], { method: {} }, { method: "initialize", params: null }])(
    "finds nothing in %j",
    (body) => {
      expect(readMessages(body)).toEqual({ callCount: 0, clientName: undefined })
    },
  )
})
