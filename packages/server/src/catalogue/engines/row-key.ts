import { randomBytes } from "node:crypto"

/** Generates the random key of a row: 20 hexadecimal digits. */
export function newRowKey(): string {
  return randomBytes(10).toString("hex")
}
