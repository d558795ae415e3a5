import { readSidebarConfig } from "../site/sidebar-config.ts"
import type { SiteConfigReader } from "../site/site-config.ts"
import { SCRIPT_ENDINGS } from "../site/site-folders.ts"

/** Reads `sidebar` of VuePress, from the configuration itself or from its theme. */
export const VUEPRESS_CONFIG: SiteConfigReader = {
  files: SCRIPT_ENDINGS.map((ending) => `.vuepress/config.${ending}`),
  readNavigation: (file) => readSidebarConfig(file, true),
}
