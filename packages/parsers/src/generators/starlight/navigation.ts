import { readSidebarConfig } from "../site/sidebar-config.ts"
import type { SiteConfigReader } from "../site/site-config.ts"
import { SCRIPT_ENDINGS } from "../site/site-folders.ts"

/** Reads `sidebar` of the Starlight integration in the configuration of Astro. */
export const STARLIGHT_CONFIG: SiteConfigReader = {
  files: SCRIPT_ENDINGS.map((ending) => `astro.config.${ending}`),
  readNavigation: (file) => readSidebarConfig(file, false),
}
