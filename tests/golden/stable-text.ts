import { createHash } from "node:crypto"

/** Writes a value as JSON with the members of objects sorted, so that equal values produce equal text. */
export function stableJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, (_, member: unknown) => sorted(member), indent) ?? "undefined"
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value
  const members = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1))
  return Object.fromEntries(members)
}

/** Returns the first 16 hexadecimal digits of the SHA-256 of a text or of bytes. */
export function shortHash(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex").slice(0, 16)
}
