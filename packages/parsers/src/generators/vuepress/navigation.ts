import { readSidebarConfig } from "../site/sidebar-config.ts"
import type { SiteConfigReader } from "../site/site-config.ts"
import { SCRIPT_ENDINGS } from "../site/site-folders.ts"

/** `sidebar` of VuePress, in the configuration itself or in its theme. */
export const VUEPRESS_CONFIG: SiteConfigReader = {
  files: SCRIPT_ENDINGS.map((ending) => `.vuepress/config.${ending}`),
  readNavigation: (file) => readSidebarConfig(file, true),
}
