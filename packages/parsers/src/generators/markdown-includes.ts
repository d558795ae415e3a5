import { DOCFX_MACROS } from "./docfx/includes.ts"
import { DOCUMENTER_MACROS } from "./documenter/includes.ts"
import { HUGO_MACROS } from "./hugo/includes.ts"
import { type ExpandMarkdown, markdownExpander } from "./includes/expand-markdown.ts"
import { PAGE_COMPONENT_MACROS } from "./includes/page-components.ts"
import { SAMPLE_COMPONENT_MACROS } from "./includes/sample-components.ts"
import { SAMPLE_TAG_MACROS } from "./includes/sample-tags.ts"
import { JEKYLL_MACROS } from "./jekyll/includes.ts"
import { MDBOOK_MACROS } from "./mdbook/includes.ts"
import { MKDOCS_MACROS } from "./mkdocs/includes.ts"
import { MYST_MACROS } from "./myst/includes.ts"
import { VITEPRESS_MACROS } from "./vitepress/includes.ts"
import { VUEPRESS_MACROS } from "./vuepress/includes.ts"

/** Documentation tools whose includes are written in Markdown; the first that can expand a line does. */
const TOOLS = [
  MYST_MACROS,
  MKDOCS_MACROS,
  MDBOOK_MACROS,
  VITEPRESS_MACROS,
  VUEPRESS_MACROS,
  HUGO_MACROS,
  JEKYLL_MACROS,
  DOCUMENTER_MACROS,
  DOCFX_MACROS,
  SAMPLE_TAG_MACROS,
  SAMPLE_COMPONENT_MACROS,
  PAGE_COMPONENT_MACROS,
]

/** Checks quickly whether a Markdown page may include anything. */
export function hasMarkdownIncludes(text: string): boolean {
  return TOOLS.some(({ isUsedIn }) => isUsedIn(text))
}

/** Expands the includes of all tools on a Markdown page. */
export const expandMarkdown: ExpandMarkdown = markdownExpander(TOOLS)
