import MarkdownIt from "markdown-it"
import { describe, expect, it } from "vitest"
import { usePlainStates } from "./plain-states.ts"

const original = new MarkdownIt({ html: true })
const plain = new MarkdownIt({ html: true })
usePlainStates(plain)

const TEXT = `# One *two*

- a **b** \`c\` [d](e "f") ![g](h)
- i

> j\\
> k &amp; <b>l</b>

| m | n |
|---|:-:|
| o | p |

\`\`\`q
r
\`\`\`
`

describe("usePlainStates", () => {
  it("makes the tokens of markdown-it", () => {
    const tokens = plain.parse(TEXT, {})
    expect(tokens).toEqual(original.parse(TEXT, {}))
    expect(plain.render(TEXT)).toBe(original.render(TEXT))
  })

  it.each([
    ["inline", (engine: typeof plain) => new engine.inline.State("a", engine, {}, [])],
    ["block", (engine: typeof plain) => new engine.block.State("a\nb", engine, {}, [])],
  ] as const)("has every field of the %s state and its tokens", (_, make) => {
    const [expected, state] = [make(original), make(plain)]
    const fields = (object: object) => Object.keys(object)
    expect(fields(state)).toEqual(fields(expected))
    const token = (from: typeof state) => from.push("type", "tag", 1)
    const [expectedToken, plainToken] = [token(expected), token(state)]
    expect(fields(plainToken)).toEqual(fields(expectedToken))
    expect({ ...plainToken }).toEqual({ ...expectedToken })
    expect(plainToken).toBeInstanceOf(expected.Token)
    expect(state).toBeInstanceOf(expected.constructor)
  })
})
