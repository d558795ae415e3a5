import { ApiError, type ApiErrorDetails } from "./errors.ts"

/** Enough of a response from other software to recognise it. */
const MAX_QUOTED_CHARACTERS = 200

/** A response without its body. */
export type ResponseHead = Pick<Response, "status" | "headers">

/**
 * Converts an error response to an error. Reads the whole body.
 *
 * @param response any response other than the expected success.
 */
export async function readError(response: Response): Promise<ApiError> {
  const text = await response.text()
  const body = parseObject(text)
  if (body === undefined || typeof body["error"] !== "string" || typeof body["message"] !== "string") {
    return foreignResponse(response, text)
  }
  const redirectUrl = body["redirectUrl"]
  return new ApiError(body["message"], {
    ...detailsIn(response),
    // Not type-checked: a server of another version may return codes that this client's contract doesn't contain.
    code: body["error"] as ApiErrorDetails["code"],
    ...(typeof redirectUrl === "string" ? { redirectUrl } : {}),
  })
}

/** Creates the error for a response that Lectern would not send. @param text start of its body, which the message quotes. */
export function foreignResponse(response: ResponseHead, text: string): ApiError {
  const quoted = text.replace(/\s+/gu, " ").trim().slice(0, MAX_QUOTED_CHARACTERS)
  const message = `unexpected response (status ${response.status}), probably not from Lectern`
  return new ApiError(quoted === "" ? message : `${message}: ${quoted}`, {
    ...detailsIn(response),
    code: "unknown_error",
  })
}

/** Parses a body in JSON. @throws {ApiError} it is not JSON, so another program has answered. */
export function parseJson(text: string, response: ResponseHead): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw foreignResponse(response, text)
  }
}

function detailsIn(response: ResponseHead): Omit<ApiErrorDetails, "code"> {
  const retryAfterSeconds = readRetryAfter(response.headers.get("retry-after"))
  const requestId = response.headers.get("x-request-id")
  return {
    status: response.status,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(requestId === null ? {} : { requestId }),
  }
}

/**
 * Reads `Retry-After` in both its forms, seconds or a date.
 *
 * @returns whole seconds from now, at least 0; undefined when absent or unreadable.
 */
function readRetryAfter(value: string | null): number | undefined {
  if (value === null) {
    return undefined
  }
  if (/^\d+$/.test(value.trim())) {
    return Number(value)
  }
  const atMs = Date.parse(value)
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - Date.now()) / 1000))
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === "object" && parsed !== null ? { ...parsed } : undefined
  } catch {
    // Not JSON: the caller quotes the text instead.
    return undefined
  }
}
