// Run by the build: node make-sample-process.js <folder of pages> <folder to write to>
import { makeSample } from "./make-sample.ts"

const [, , pages = "", target = ""] = process.argv
await makeSample(pages, target)
