export { LARGEST, makeLargeDescription } from "./formats/openapi/large-description.testing.ts"
export { makePdf } from "./formats/pdf/make-pdf.testing.ts"
