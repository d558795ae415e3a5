import { antoraConfigPaths, readAntoraNavigation } from "./antora/navigation.ts"
import { findBuiltPages } from "./built-pages.ts"
import { DOCFX_CONTENTS } from "./docfx/navigation.ts"
import { DOCS_BUILDER_CONTENTS } from "./docs-builder/navigation.ts"
import { DOCUMENTER_SCRIPT } from "./documenter/navigation.ts"
import { DOCUSAURUS_CATEGORY, DOCUSAURUS_SIDEBARS } from "./docusaurus/navigation.ts"
import { FUMADOCS_META } from "./fumadocs/navigation.ts"
import { MDBOOK_SUMMARY } from "./mdbook/navigation.ts"
import { MICRONAUT_CONTENTS } from "./micronaut/navigation.ts"
import { MINTLIFY_CONFIG } from "./mintlify/navigation.ts"
import { MKDOCS_CONFIG } from "./mkdocs/navigation.ts"
import { NEXTRA_META } from "./nextra/navigation.ts"
import { findSiteIdentity, siteConfigPaths, type SiteIdentity } from "./site-identity.ts"
import { readFolderOrder } from "./site/folder-order.ts"
import { type NamedDescription, pathsOfDescription } from "./site/named-descriptions.ts"
import type { ConfigFile, ReadText, SiteConfigReader, SiteNavigation } from "./site/site-config.ts"
import { foldersOf, inFolder } from "./site/site-folders.ts"
import type { SitePage } from "./site/site-page.ts"
import { type NavigationLocation, SitePlanner } from "./site/site-planner.ts"
import { followToctrees } from "./sphinx/navigation.ts"
import { STARLIGHT_CONFIG } from "./starlight/navigation.ts"
import { TANSTACK_CONFIG } from "./tanstack/navigation.ts"
import { findUnpublishedPages } from "./unpublished-pages.ts"
import { VITEPRESS_CONFIG } from "./vitepress/navigation.ts"
import { VUEPRESS_CONFIG } from "./vuepress/navigation.ts"
import { WRITERSIDE_CONFIG } from "./writerside/navigation.ts"

/** The page order of a site, and the titles of its pages in the navigation. */
export interface SitePlan {
  /** Paths of all pages in reading order: first as in the navigation, then the others by folder. */
  readonly order: readonly string[]
  readonly locations: ReadonlyMap<string, NavigationLocation>
  /** API descriptions that the site shows, without duplicates, those of its configuration first. */
  readonly descriptions: readonly NamedDescription[]
  /** Files that are not pages of the site, with the configuration or the other page that shows it. */
  readonly unpublished: ReadonlyMap<string, string>
  /** Name and description of the site from its configuration. */
  readonly site?: SiteIdentity | undefined
}

/** Documentation tools with one configuration for the whole site. Tools with the same file name are tried in order. */
const SITE_CONFIG_READERS: readonly SiteConfigReader[] = [
  MKDOCS_CONFIG,
  MINTLIFY_CONFIG,
  MDBOOK_SUMMARY,
  DOCS_BUILDER_CONTENTS,
  DOCFX_CONTENTS,
  MICRONAUT_CONTENTS,
  DOCUMENTER_SCRIPT,
  DOCUSAURUS_SIDEBARS,
  VITEPRESS_CONFIG,
  VUEPRESS_CONFIG,
  STARLIGHT_CONFIG,
  TANSTACK_CONFIG,
  WRITERSIDE_CONFIG,
]
/** Documentation tools with a file in each folder that orders it. */
const FOLDER_CONFIG_READERS = [DOCUSAURUS_CATEGORY, NEXTRA_META, FUMADOCS_META]

const SITE_CONFIG_FILES = [...new Set(SITE_CONFIG_READERS.flatMap(({ files }) => files))]
const FOLDER_CONFIG_FILES = [...new Set(FOLDER_CONFIG_READERS.flatMap(({ files }) => files))]

/** Lists the possible paths of the configuration of the pages' sites. */
export function sitePlanPaths(pages: readonly string[]): readonly string[] {
  const paths = foldersOf(pages).flatMap((folder) =>
    [...SITE_CONFIG_FILES, ...FOLDER_CONFIG_FILES].map((name) => inFolder(folder, name)),
  )
  return [...new Set([...paths, ...antoraConfigPaths(pages), ...siteConfigPaths(pages)])]
}

/**
 * Determines the reading order of documentation from the configuration of its site, and the API descriptions that its pages show.
 * Configuration is parsed as data; no code is run.
 *
 * @param pages all pages, in a stable order.
 * @param read returns the files that `sitePlanPaths` lists and those that they refer to.
 */
export function planSite(pages: readonly SitePage[], read: ReadText): SitePlan {
  const paths = pages.map(({ path }) => path)
  const planner = new SitePlanner(pages)
  const descriptions: NamedDescription[] = []
  for (const { entries, bases, descriptions: named = [] } of siteNavigations(paths, read)) {
    descriptions.push(...named)
    planner.follow(entries, (target) => planner.lookup.find(target, bases))
  }
  for (const { entries, locate } of readAntoraNavigation(paths, read)) {
    planner.follow(entries, (target) => {
      const { page, folder } = locate(target)
      return planner.lookup.find(page, [folder])
    })
  }
  followToctrees(planner)
  descriptions.push(...pages.flatMap(descriptionsNamedBy))
  const folderOrder = readFolderOrder(pages, FOLDER_CONFIG_READERS, read)
  return {
    ...planner.finish(folderOrder),
    descriptions: withoutDuplicates(descriptions),
    unpublished: new Map([...findBuiltPages(pages), ...findUnpublishedPages(paths, read)]),
    site: findSiteIdentity(paths, read),
  }
}

function siteNavigations(pages: readonly string[], read: ReadText): readonly SiteNavigation[] {
  return foldersOf(pages).flatMap((folder) =>
    SITE_CONFIG_FILES.flatMap((name) => {
      const path = inFolder(folder, name)
      const text = read(path)
      return text === undefined ? [] : (readConfig(name, { path, folder, text, read }) ?? [])
    }),
  )
}

function readConfig(name: string, file: ConfigFile): SiteNavigation | undefined {
  for (const reader of SITE_CONFIG_READERS) {
    const navigation = reader.files.includes(name) ? reader.readNavigation(file) : undefined
    if (navigation !== undefined) return navigation
  }
  return undefined
}

function descriptionsNamedBy({ path, descriptions = [] }: SitePage): readonly NamedDescription[] {
  return descriptions.flatMap((file) => {
    const paths = pathsOfDescription(file, path)
    return paths.length === 0 ? [] : [{ paths, isOfSite: false }]
  })
}

function withoutDuplicates(descriptions: readonly NamedDescription[]): readonly NamedDescription[] {
  const byPaths = new Map<string, NamedDescription>()
  for (const description of descriptions) {
    const key = description.paths.join("\n")
    if (!byPaths.has(key)) byPaths.set(key, description)
  }
  return [...byPaths.values()]
}
