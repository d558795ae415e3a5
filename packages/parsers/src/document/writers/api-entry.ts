import type { BlockWriter } from "../block-writer.ts"
import type { LineSpan } from "../document.ts"

/** An entry of an API reference: a function, a class, an option. */
export interface ApiEntry {
  /** Plain text of its heading. */
  readonly name: string
  /** Signatures that are shown as code below the heading. */
  readonly signatures: readonly string[]
  readonly lines: LineSpan
  /** Lines of the signatures, when they are not those of the heading. */
  readonly signatureLines?: LineSpan | undefined
  readonly language?: string | undefined
  readonly anchor?: string | undefined
}

/** A longer signature is shown as code, below a heading that only names the object. */
const LONG_SIGNATURE_CHARS = 80
const CALL = /^((?:[a-z]+ )*[\w.$:\\~]+)\s*\(/

/** Writes the heading and the signatures of an entry. `BlockWriter.endEntry` ends the entry. */
export function beginApiEntry(writer: BlockWriter, entry: ApiEntry): void {
  writer.beginEntry(entry.name, entry.lines, entry.anchor)
  writer.code(entry.language ?? "", entry.signatures.join("\n"), entry.signatureLines ?? entry.lines)
}

/** Chooses the heading of an entry: its signatures while they are short, otherwise the names in them. */
export function nameOfSignatures(signatures: readonly string[]): Pick<ApiEntry, "name" | "signatures"> {
  const name = signatures.join(", ")
  const isLong = name.length > LONG_SIGNATURE_CHARS && signatures.every((line) => CALL.test(line))
  if (!isLong) return { name, signatures: [] }
  const names = new Set(signatures.map((line) => `${CALL.exec(line)?.[1] ?? ""}()`))
  return { name: [...names].join(", "), signatures }
}

/** Lists the members of an object that are documented elsewhere; empty when there are none. */
export function memberList(members: string): string {
  const names = members.split(/[,\s]+/).filter((name) => name !== "")
  return names.length === 0 ? "" : `Members: ${names.map((name) => `\`${name}\``).join(", ")}`
}
