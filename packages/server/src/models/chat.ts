import { ModelFailure } from "./errors.ts"
import { type AskBounds, isRecord, type ModelEndpoint } from "./model-endpoint.ts"

/** A request to a language model for a JSON response. */
export interface ChatRequest {
  /** Instructions; never contains text from other sources. */
  readonly instructions: string
  /** Input; may contain untrusted text. */
  readonly material: string
  readonly schemaName: string
  /** JSON schema of the response. */
  readonly schema: Readonly<Record<string, unknown>>
  readonly maxTokens: number
}

/**
 * Sends a request to a language model at an OpenAI-compatible `chat/completions` endpoint.
 *
 * @param read validates the parsed JSON of the response, which can have any form.
 * @throws {ModelFailure} also if the response is not JSON; the signal's reason if it is aborted.
 */
export function askChat<Answer>(
  endpoint: ModelEndpoint,
  request: ChatRequest,
  bounds: AskBounds,
  read: (answer: unknown) => Answer,
): Promise<Answer> {
  const { instructions, material, schemaName, schema, maxTokens } = request
  const body = {
    model: endpoint.model,
    temperature: 0,
    max_tokens: maxTokens,
    messages: [
      { role: "system", content: instructions },
      { role: "user", content: material },
    ],
    response_format: { type: "json_schema", json_schema: { name: schemaName, strict: true, schema } },
  }
  return endpoint.ask("chat/completions", body, bounds, (answer) => {
    endpoint.countTokens(answer)
    return read(parseContent(contentOf(answer)))
  })
}

function contentOf(answer: unknown): string {
  const choices = isRecord(answer) ? answer["choices"] : undefined
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined
  const message = isRecord(first) ? first["message"] : undefined
  const content = isRecord(message) ? message["content"] : undefined
  if (typeof content !== "string")
    throw new ModelFailure("garbage", "invalid response from the language model: it contains no text")
  return content
}

/** Parses the content. Servers without structured output return JSON in a code fence. */
function parseContent(content: string): unknown {
  const text = /^\s*```(?:json)?\s*\n([^]*?)\n\s*```\s*$/.exec(content)?.[1] ?? content
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ModelFailure("garbage", "invalid response from the language model: not JSON", { cause })
  }
}
