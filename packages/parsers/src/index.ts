export { labelCode } from "./code/language/label-code.ts"
export { type PythonModule } from "./code/python-api/python-module.ts"
export { outlinePython } from "./code/symbols/parse-source-code.ts"
export {
  type Block,
  type Document,
  type FormatName,
  type HeadingBlock,
  type LineSpan,
  type ParsedFile,
} from "./document/document.ts"
export { BrokenInstallation } from "./errors.ts"
export { isPartOfPages } from "./generators/antora/asciidoc-paths.ts"
export { type ExpandedPage, expandIncludes } from "./generators/includes/expand-includes.ts"
export { type IncludedFile, type ReadIncluded } from "./generators/includes/include-context.ts"
export { sitePlanPaths } from "./generators/site/config-paths.ts"
export { type NamedDescription } from "./generators/site/named-descriptions.ts"
export { planSite, type SitePlace, type SitePlan } from "./generators/site/plan-site.ts"
export { type ReadText } from "./generators/site/read-site-config.ts"
export { readSitePage, type SitePage } from "./generators/site/site-page.ts"
export { makeSiteTitles, type SiteTitles } from "./generators/site/site-titles.ts"
export { type ProcessAnswer } from "./isolation/binary-answer.ts"
export { type BinaryLimits, parseBinary } from "./isolation/parse-binary.ts"
export { parseFile } from "./parse-file.ts"
export { parsePage } from "./parse-page.ts"
