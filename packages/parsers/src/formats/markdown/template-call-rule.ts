import type { StateBlock } from "markdown-it"
import { lineAt } from "./block-lines.ts"
import { type CallArguments, commandOfCall } from "../../document/writers/command-call.ts"

/** The first line of a call of a template engine: `{{ tabs({`. */
const OPENER = /^\{\{-?[ \t]{0,4}(\w[\w.]{0,60})[ \t]?\(/
const CLOSER = /\)[ \t]{0,4}-?\}\}/
/** A call that spans more lines is kept as text. */
const MAX_CALL_LINES = 40
/** A string, a name or a sign. Strings end on their line. Each part has at most 1,000 characters. */
const PART = /"(?:[^"\\\n]|\\.){0,500}"|'(?:[^'\\\n]|\\.){0,500}'|[\w$]+|[[\]{}():,]/g

/**
 * Block rule for a call of a template engine that is alone on its lines: `{{ npm_tabs({ command: "install", packages: ["koi"] }) }}`. A call
 * for a package manager is shown as its command; what others show is unknown, so they are left out, and a sentence that introduces them ends.
 */
export function templateCallRule(state: StateBlock, startLine: number, endLine: number, isSilent: boolean): boolean {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false
  const name = OPENER.exec(lineAt(state, startLine))?.[1]
  const end = name === undefined ? undefined : endOfCall(state, startLine, endLine)
  if (name === undefined || end === undefined) return false
  if (isSilent) return true
  state.line = end + 1
  const call = state.getLines(startLine, end + 1, state.blkIndent, false)
  const command = commandOfCall(name, argumentsOf(call.slice(call.indexOf("(") + 1)))
  if (command === undefined) {
    state.push("left_out", "", 0).map = [startLine, end + 1]
    return true
  }
  const token = state.push("fence", "code", 0)
  token.info = "bash"
  token.content = command
  token.map = [startLine, end + 1]
  return true
}

/** Returns the last line of a call; undefined if other text follows it or it is not closed. */
function endOfCall(state: StateBlock, startLine: number, endLine: number): number | undefined {
  for (let line = startLine; line < Math.min(endLine, startLine + MAX_CALL_LINES) && !state.isEmpty(line); line++) {
    const [, after] = lineAt(state, line).split(CLOSER, 2)
    if (after !== undefined) return after.trim() === "" ? line : undefined
  }
  return undefined
}

/** Returns the strings and lists of strings in the object that a call gets, by name. */
function argumentsOf(call: string): CallArguments {
  const found: Record<string, string | string[]> = {}
  let key = ""
  let last = ""
  let list: string[] | undefined
  for (const [part] of call.matchAll(PART)) {
    if (part === ":") key = last
    else if (part === "[") found[key] = list = []
    else if (part === "]") list = undefined
    else if (/^["']/.test(part)) {
      const text = part.slice(1, -1).replace(/\\(.)/g, "$1")
      if (list !== undefined) list.push(text)
      else if (key !== "") found[key] = text
      last = text
    } else last = part
    if (part === ",") key = ""
  }
  return found
}
