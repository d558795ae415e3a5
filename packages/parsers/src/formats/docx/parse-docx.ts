import mammoth from "mammoth"
import { asError } from "../../base/errors.ts"
import { BlockWriter } from "../../document/block-writer.ts"
import type { ParsedFile } from "../../document/document.ts"
import { writeHtml } from "../html/html-walker.ts"
import type { DocxDocument } from "./docx-element.ts"
import { CODE_STYLE, INLINE_CODE_STYLE, shapeDocument } from "./docx-to-document.ts"
import { unpackDocx } from "./unpack-docx.ts"

const STYLE_MAP = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Heading 7'] => h6:fresh",
  "p[style-name='Heading 8'] => h6:fresh",
  "p[style-name='Heading 9'] => h6:fresh",
  `p[style-name='${CODE_STYLE}'] => pre:separator('\\n')`,
  `r[style-name='${INLINE_CODE_STYLE}'] => code`,
]
/** First bytes of a compound file: Word before 2007, or a document with a password. */
const COMPOUND_FILE = Buffer.from("d0cf11e0a1b11ae1", "hex")

/**
 * Parses a DOCX file: headings, lists, tables, code and notes; pictures and hidden text are dropped. All blocks are on
 * line 1, because the file has no lines.
 *
 * @returns a reason instead of a document if the file cannot be parsed.
 */
export async function parseDocx(bytes: Uint8Array): Promise<ParsedFile | { readonly unreadable: string }> {
  if (COMPOUND_FILE.equals(bytes.subarray(0, COMPOUND_FILE.length))) {
    return {
      unreadable:
        "cannot read the document: it has a password, or was saved by Word 2003 or older. Save it as DOCX without a password",
    }
  }
  try {
    const buffer = await unpackDocx(bytes)
    const { value } = await mammoth.convertToHtml(
      { buffer },
      {
        styleMap: STYLE_MAP,
        includeEmbeddedStyleMap: false,
        ignoreEmptyParagraphs: false,
        externalFileAccess: false,
        transformDocument: (document: DocxDocument) => shapeDocument(document),
      },
    )
    const writer = new BlockWriter(1)
    // Block elements get their own lines, because the walker finds them by line.
    writeHtml(writer, value.replaceAll(/<\/(?:p|li|tr|h[1-6]|pre|table)>/g, "$&\n"), 1)
    const parsed = writer.finish()
    return parsed.document.blocks.length === 0 ? { unreadable: "the document has no text" } : parsed
  } catch (thrown) {
    return { unreadable: `cannot read the document: it is damaged or not a DOCX file (${asError(thrown).message})` }
  }
}
