import { FenceTracker } from "../../../document/fences.ts"

/** A reference with a title, one that is only a name, or code, which stays as written. An `@` after a word is part of an address. */
const REFERENCE =
  /(?<![\w@\\`/.])@\[([^\][\n]{1,200})\]\[[\w.:#/-]{1,200}\]|(?<![\w@\\`/.])@\[(`?[A-Za-z_][\w.]{0,200}`?)\](?![[(:])|(`{1,3})(?:(?!\3)[^\n]){1,500}\3/g

/** Shows the titles of references to an API: `` @[`feed`][pond.feed] `` and `@[feed]`, whose targets the program that builds the site knows. */
export function convertNamedReferences(text: string): string {
  if (!text.includes("@[")) return text
  const fences = new FenceTracker()
  return text
    .split("\n")
    .map((line) => {
      const wasInside = fences.isInside
      fences.next(line)
      return wasInside || fences.isInside || !line.includes("@[")
        ? line
        : line.replace(REFERENCE, (whole: string, titled?: string, named?: string) => titled ?? named ?? whole)
    })
    .join("\n")
}
