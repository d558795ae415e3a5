import { ApiError, type ApiErrorDetails } from "./errors.ts"

/** Enough of a response from other software to recognise it. */
const MAX_QUOTED_CHARACTERS = 200

/** Reads the whole body as text. */
export async function readText(response: Response): Promise<{ readonly headers: Headers; readonly text: string }> {
  return { headers: response.headers, text: await response.text() }
}

/**
 * Reads the whole body as JSON.
 *
 * @throws {ApiError} with `unknown_error` if it is not JSON: the response is from other software, such as a proxy's sign-in page.
 */
export async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError(describeForeign(response, text), { status: response.status, code: "unknown_error" })
  }
}

/**
 * Converts an error response to an error. Reads the whole body.
 *
 * @param response any response other than the expected success.
 */
export async function readError(response: Response): Promise<ApiError> {
  const text = await response.text()
  const body = parseObject(text)
  const retryAfterSeconds = readRetryAfter(response.headers.get("retry-after"))
  const requestId = response.headers.get("x-request-id")
  const carried = {
    status: response.status,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(requestId === null ? {} : { requestId }),
  }
  if (body === undefined || typeof body["error"] !== "string" || typeof body["message"] !== "string") {
    return new ApiError(describeForeign(response, text), { ...carried, code: "unknown_error" })
  }
  const redirectUrl = body["redirectUrl"]
  return new ApiError(body["message"], {
    ...carried,
    // Not type-checked: a server of another version may return codes that this client's contract doesn't contain.
    code: body["error"] as ApiErrorDetails["code"],
    ...(typeof redirectUrl === "string" ? { redirectUrl } : {}),
  })
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

function describeForeign(response: Response, text: string): string {
  const quoted = text.replace(/\s+/gu, " ").trim().slice(0, MAX_QUOTED_CHARACTERS)
  return `unexpected response (status ${response.status}), probably not from Lectern${quoted === "" ? "" : `: ${quoted}`}`
}
