export { aPage, buildTestIndex, openTestIndex, type TestSection } from "./index/index.testing.ts"
