export { OPERATION_LANGUAGE, operationPath } from "./formats/openapi/description/operation-path.ts"
export { looksLikeDescription, peekTitle } from "./formats/openapi/detect-api.ts"
export { type ApiPage, apiParser, type ApiParser, type ParsedApi } from "./formats/openapi/parse-api.ts"
