import { expect, it } from "vitest"
import { exportName } from "./export-name.ts"

it("names an export after the library, its version and its contents", () => {
  expect(exportName("/honojs/website", "", "pages")).toBe("honojs-website-pages.csv")
  expect(exportName("/honojs/website", "release/4", "pages")).toBe("honojs-website-release-4-pages.csv")
})
