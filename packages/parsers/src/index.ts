export { labelCode, prepareLabels } from "./code/language/label-code.ts"
export { type PythonModule } from "./code/python-api/python-module.ts"
export { outlinePython } from "./code/symbols/parse-source-code.ts"
export { collectLabels } from "./formats/restructured-text/blocks/labels.ts"
export {
  type Block,
  type Document,
  type FormatName,
  type HeadingBlock,
  type LineSpan,
  type ParsedFile,
  type TextPage,
} from "./document/document.ts"
export { stripInvisible } from "./document/invisible-characters.ts"
export { BrokenInstallation } from "./base/errors.ts"
export { isPartOfPages } from "./generators/includes/parts-of-pages.ts"
export { type ExpandedPage, expandIncludes } from "./generators/expand-includes.ts"
export { type IncludedFile, type ReadIncluded } from "./generators/includes/include-context.ts"
export { type NamedDescription } from "./generators/site/named-descriptions.ts"
export { type ReadText } from "./generators/site/site-config.ts"
export { readSitePage } from "./generators/read-site-page.ts"
export { type SitePage, sizeOfSitePage } from "./generators/site/site-page.ts"
export { type NavigationLocation } from "./generators/site/site-planner.ts"
export { planSite, type SitePlan, sitePlanPaths } from "./generators/plan-site.ts"
export type { SiteIdentity } from "./generators/site-identity.ts"
export { makeSiteTitles } from "./generators/make-site-titles.ts"
export { type SiteTitles } from "./generators/site/site-titles.ts"
export { type ParserResult } from "./isolation/binary-result.ts"
export { type BinaryLimits, parseBinary } from "./isolation/parse-binary.ts"
export { type ProgramFile, programFile } from "./threads/program-file.ts"
export { processorMsOf, watchProcessorTime } from "./threads/watch-processor-time.ts"
export { runWithin, TimeLimitExceeded } from "./threads/run-within.ts"
export { parseFile } from "./parse-file.ts"
export { type PageSurroundings, parsePage, THREADED_FORMATS } from "./parse-page.ts"
