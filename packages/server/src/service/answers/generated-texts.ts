import type { WrittenText } from "@lectern/contract"
import { hashOfText, snippetText } from "@lectern/engine"
import type { ServiceContext } from "../service-context.ts"

/**
 * Returns the texts that a language model has written about snippets of one library.
 *
 * @returns texts by snippet number; empty, without a query, if no writer is configured.
 */
export async function generatedTextsOf(
  { catalogue, models }: Pick<ServiceContext, "catalogue" | "models">,
  libraryKey: string,
  snippets: readonly { readonly id: number; readonly headingPath: readonly string[]; readonly content: string }[],
): Promise<ReadonlyMap<number, WrittenText>> {
  if (models.writer === undefined || snippets.length === 0) return new Map()
  const hashed = snippets.map((snippet) => ({ id: snippet.id, hash: hashOfText(snippetText(snippet)) }))
  const texts = await catalogue.writtenTexts.read(
    libraryKey,
    hashed.map(({ hash }) => hash),
  )
  return new Map(
    hashed.flatMap(({ id, hash }) => {
      const text = texts.get(hash)
      return text === undefined ? [] : [[id, text] as const]
    }),
  )
}
