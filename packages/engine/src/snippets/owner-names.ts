import type { HeadingBlock } from "@lectern/parsers"

/** A section of a page with the one that contains it. */
export interface OwnedSection {
  readonly heading: HeadingBlock | undefined
  /** Headings down to the section's own, outermost first. */
  readonly path: readonly string[]
  readonly parent: OwnedSection | undefined
}

/**
 * Finds the sections whose heading alone does not tell what they are about: members and options of an entry, as `linenos` of a directive,
 * and headings that the page has below several others, as `Usage` of each function.
 *
 * @returns the sections; sections directly below the title of the page are never among them.
 */
export function sectionsOfOwners<Section extends OwnedSection>(sections: readonly Section[]): ReadonlySet<Section> {
  const pathsByHeading = new Map<string, Set<string>>()
  for (const { heading, path } of sections) {
    if (heading === undefined) continue
    const name = nameOf(path)
    const paths = pathsByHeading.get(name) ?? new Set()
    pathsByHeading.set(name, paths.add(path.join("\n").toLowerCase()))
  }
  return new Set(
    sections.filter(({ heading, path, parent }) => {
      if (heading === undefined || parent === undefined || isTitle(parent) || repeatsOwner(path)) return false
      const isMember = heading.isEntry === true && parent.heading?.isEntry === true
      return isMember || (pathsByHeading.get(nameOf(path))?.size ?? 0) > 1
    }),
  )
}

function nameOf(path: readonly string[]): string {
  return path.at(-1)?.toLowerCase() ?? ""
}

function isTitle({ heading, parent }: OwnedSection): boolean {
  return heading?.level === 1 && parent === undefined
}

/** Returns true if the last heading already names its owner, as `Pond.drain()` below `class Pond(water)`. */
function repeatsOwner(path: readonly string[]): boolean {
  const owner =
    (path.at(-2) ?? "")
      .replace(/\(.*$/s, "")
      .split(/[\s.:]+/)
      .findLast((word) => word !== "") ?? ""
  return owner !== "" && nameOf(path).includes(owner.toLowerCase())
}

/** Joins the last two headings of a path, so that the line that opens the section inside a block names the owner too. */
export function withOwner(path: readonly string[]): readonly string[] {
  return path.length < 2 ? path : [...path.slice(0, -2), path.slice(-2).join(" > ")]
}
