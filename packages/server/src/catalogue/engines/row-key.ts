import { randomBytes } from "node:crypto"

/** Makes the random word that names a row: 20 hexadecimal digits. */
export function newRowKey(): string {
  return randomBytes(10).toString("hex")
}
