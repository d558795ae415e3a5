import { folderOf } from "./page-lookup.ts"

/** Folders that are looked in for configuration, those nearest to the root first. */
const MAX_FOLDERS = 3_000

const SCRIPT_ENDINGS = ["js", "ts", "mjs", "mts", "cjs", "cts"]
const SITE_CONFIGS = [
  "mkdocs.yml",
  "mkdocs.yaml",
  "docs.json",
  "mint.json",
  "SUMMARY.md",
  "toc.yml",
  "sidebars.json",
  ...SCRIPT_ENDINGS.flatMap((ending) => [
    `sidebars.${ending}`,
    `.vitepress/config.${ending}`,
    `.vitepress/config/index.${ending}`,
    `.vuepress/config.${ending}`,
    `astro.config.${ending}`,
  ]),
]
const FOLDER_CONFIGS = [
  "_category_.json",
  "_category_.yml",
  "_category_.yaml",
  "_meta.json",
  "_meta.js",
  "_meta.ts",
  "_meta.tsx",
  "meta.json",
]

/** Paths at which the configuration of sites may lie, judged by where their pages are. */
export function sitePlanPaths(pages: readonly string[]): readonly string[] {
  const asked = new Set<string>()
  for (const folder of foldersOf(pages)) {
    for (const name of [...SITE_CONFIGS, ...FOLDER_CONFIGS]) asked.add(inFolder(folder, name))
  }
  for (const { root, module } of antoraModules(pages)) {
    for (const name of ["antora.yml", "nav.adoc", `modules/${module}/nav.adoc`]) asked.add(inFolder(root, name))
  }
  return [...asked]
}

/** Those of `sitePlanPaths` that hold the configuration of a whole site, in the same order. */
export function siteConfigPaths(pages: readonly string[]): readonly string[] {
  return foldersOf(pages).flatMap((folder) => SITE_CONFIGS.map((name) => inFolder(folder, name)))
}

/** The folders of pages and all above them, shortest paths first. */
export function foldersOf(pages: readonly string[]): readonly string[] {
  const folders = new Set<string>([""])
  for (const page of pages)
    for (let folder = folderOf(page); folder !== "" && !folders.has(folder); folder = folderOf(folder))
      folders.add(folder)
  return [...folders]
    .toSorted((left, right) => left.split("/").length - right.split("/").length || (left < right ? -1 : 1))
    .slice(0, MAX_FOLDERS)
}

/** Components of Antora with their modules, found by the folders `modules/<name>/pages`. */
export function antoraModules(pages: readonly string[]): readonly { readonly root: string; readonly module: string }[] {
  const found = new Map<string, { root: string; module: string }>()
  for (const page of pages) {
    const match = /^(?:(.*)\/)?modules\/([^/]+)\/pages\//.exec(page)
    if (match === null) continue
    const [, root = "", module = ""] = match
    found.set(`${root}\0${module}`, { root, module })
  }
  return [...found.values()]
}

export function inFolder(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`
}
