import { parseVersionTag } from "@lectern/contract"

/**
 * Returns true if a tag is this version: `v1.2`, `1.2.0` and `pkg@1.2.0` are the same, but `1.2` is not `1.2.1`, and a
 * release is not its prerelease.
 */
export function isSameVersion(tag: string, version: string): boolean {
  const [left, right] = [parseVersionTag(tag), parseVersionTag(version)]
  if (left === undefined || right === undefined) return false
  const length = Math.max(left.numbers.length, right.numbers.length)
  for (let at = 0; at < length; at++) if ((left.numbers[at] ?? 0) !== (right.numbers[at] ?? 0)) return false
  return left.prerelease.join(".") === right.prerelease.join(".")
}
