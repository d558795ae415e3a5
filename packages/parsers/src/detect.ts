export { isWesternEncoding } from "./detect/declared-encoding.ts"
export { type DecodedText, decodeText, isLfsPointer } from "./detect/decode-text.ts"
export { BINARY_HEAD_BYTES, type BinaryFormat, detectBinary } from "./detect/detect-binary.ts"
export { detectFormat } from "./detect/detect-format.ts"
