import type { BlockWriter } from "../block-writer.ts"
import type { LineSpan } from "../document.ts"

/** An entry of an API reference: a function, a class, an option. */
export interface ApiEntry {
  /** Plain text of the entry's heading. */
  readonly name: string
  /** Signatures to show as code below the heading. */
  readonly signatures: readonly string[]
  readonly lines: LineSpan
  /** Lines of the signatures, if they differ from those of the heading. */
  readonly signatureLines?: LineSpan | undefined
  readonly language?: string | undefined
  readonly anchor?: string | undefined
}

/** A longer signature is shown as code below a heading with only the name of the object. */
const LONG_SIGNATURE_CHARS = 80
const CALL = /^((?:[a-z]+ )*[\w.$:\\~]+)\s*\(/

/** Writes the heading and the signatures of an entry; `BlockWriter.endEntry` closes it. */
export function beginApiEntry(writer: BlockWriter, entry: ApiEntry): void {
  writer.beginEntry(entry.name, entry.lines, entry.anchor)
  writer.code(entry.language ?? "", entry.signatures.join("\n"), entry.signatureLines ?? entry.lines)
}

/** Returns the heading of an entry: its signatures if they are short, otherwise the names in them. */
export function nameOfSignatures(signatures: readonly string[]): Pick<ApiEntry, "name" | "signatures"> {
  const name = signatures.join(", ")
  const isLong = name.length > LONG_SIGNATURE_CHARS && signatures.every((line) => CALL.test(line))
  if (!isLong) return { name, signatures: [] }
  const names = new Set(signatures.map((line) => `${CALL.exec(line)?.[1] ?? ""}()`))
  return { name: [...names].join(", "), signatures }
}

/** Lists the members of an object that are documented elsewhere; empty if there are none. */
export function memberList(members: string): string {
  const names = members.split(/[,\s]+/).filter((name) => name !== "")
  return names.length === 0 ? "" : `Members: ${names.map((name) => `\`${name}\``).join(", ")}`
}
