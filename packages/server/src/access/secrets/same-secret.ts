import { createHash, timingSafeEqual } from "node:crypto"

/** Compares two secrets of any length in constant time. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(createHash("sha256").update(one).digest(), createHash("sha256").update(other).digest())
}
