// The build runs this: node make-sample-process.js <directory of pages> <output directory>
import { makeSample } from "./make-sample.ts"

const [, , pages = "", target = ""] = process.argv
await makeSample(pages, target)
