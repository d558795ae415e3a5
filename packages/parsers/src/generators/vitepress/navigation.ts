import { readSidebarConfig } from "../site/sidebar-config.ts"
import type { SiteConfigReader } from "../site/site-config.ts"
import { SCRIPT_ENDINGS } from "../site/site-folders.ts"

/** Reads `themeConfig.sidebar` and `srcDir` of VitePress. */
export const VITEPRESS_CONFIG: SiteConfigReader = {
  files: SCRIPT_ENDINGS.flatMap((ending) => [`.vitepress/config.${ending}`, `.vitepress/config/index.${ending}`]),
  readNavigation: (file) => readSidebarConfig(file, true),
}
