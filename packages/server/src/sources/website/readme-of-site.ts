import type { PageScan } from "./scan-page.ts"

/** Metadata of a start page. */
export type SiteMetadata = Pick<PageScan, "siteName" | "title" | "description" | "generator">

/**
 * Returns a README in Markdown for a site: its name and description, as they are in the metadata of its start page.
 *
 * @param host name of a site without metadata.
 */
export function readmeOfSite(start: SiteMetadata | undefined, host: string): string {
  if (start === undefined) return `# ${host}\n`
  // Javadoc describes its pages as "declaration: package: otter".
  const description = /^javadoc\b/i.test(start.generator) ? "" : start.description
  return `# ${nameOf(start) || host}\n\n${description}\n`
}

function nameOf({ siteName, title, generator }: SiteMetadata): string {
  if (siteName !== "") return siteName
  // Doxygen puts the name of the project first: "Otter: Quick start".
  if (/^doxygen\b/i.test(generator)) return title.split(": ", 1)[0] ?? ""
  const parts = title.split(/\s+[|·•»—–-]\s+|\s*::\s+/).filter((part) => part.trim() !== "")
  // "Introduction | Otter Docs": the last part is the site. A title with one part is the site's name on its front page.
  return parts.at(-1)?.trim() ?? ""
}
