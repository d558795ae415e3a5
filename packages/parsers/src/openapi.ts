export { OPERATION_LANGUAGE, operationPath } from "./formats/openapi/operation-path.ts"
export { looksLikeDescription, peekTitle } from "./formats/openapi/peek-description.ts"
export { apiReader, type ApiReader, type ApiReading } from "./formats/openapi/read-api.ts"
