import type { WrittenText } from "@lectern/contract"
import { hashOfText, type Passage, textOfPassage } from "@lectern/engine"
import type { ServiceContext } from "../service-context.ts"

/**
 * Looks up what a language model has written about passages of one library.
 *
 * @returns by snippet number; empty where no writer is configured: then nothing is looked up.
 */
export async function writtenAbout(
  { catalogue, models }: Pick<ServiceContext, "catalogue" | "models">,
  libraryKey: string,
  passages: readonly Passage[],
): Promise<ReadonlyMap<number, WrittenText>> {
  if (models.writer === undefined || passages.length === 0) return new Map()
  const hashed = passages.map((passage) => ({ id: passage.id, hash: hashOfText(textOfPassage(passage)) }))
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
