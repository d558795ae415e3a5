import { asError } from "../../base/errors.ts"
import type { PdfPage, ParsedPdf } from "./pdf-pages.ts"
import { plainPage, unmarked } from "./plain-page.ts"
import { restoreCode, type PositionedText } from "./restore-code.ts"

/** Number of pages whose text runs are in memory at the same time. */
const PAGES_PER_STEP = 200
/** Pages of which the layout library may have skipped parts. */
const HAS_CODE_OR_LIST = /^(?:```|\s*(?:[-*•]|\d+[.)]) )/m
const ENCRYPTED = "the PDF is encrypted: save it without a password and upload it again"

/**
 * Parses the pages of a PDF: with layout by the first library, as plain text by the second if the first fails. Time and
 * memory depend on the file, so it runs in a child process (see `parseBinary`).
 *
 * @returns the reason if the file is unreadable: encrypted, damaged, or only images of text.
 */
export async function parsePdf(bytes: Uint8Array): Promise<ParsedPdf> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const layout = await attempt(() => parseLayout(buffer))
  if ("pages" in layout && hasText(layout.pages)) return reading(layout.pages)
  if ("error" in layout && isEncrypted(layout.error)) return { unreadable: ENCRYPTED }
  const plain = await attempt(() => parsePlainText(bytes))
  if ("pages" in plain && hasText(plain.pages)) return reading(plain.pages)
  if ("error" in plain && isEncrypted(plain.error)) return { unreadable: ENCRYPTED }
  const [first] = [layout, plain].flatMap((tried) => ("pages" in tried ? [tried.pages] : []))
  if (first !== undefined && first.length > 0) return { unreadable: scanned(first.length) }
  const reason = "error" in layout ? layout.error.message.replace(/^\w+: /, "") : "it has no pages"
  return { unreadable: `cannot read the PDF: it is damaged (${reason})` }
}

type Attempt = { readonly pages: readonly PdfPage[] } | { readonly error: Error }

async function attempt(read: () => Promise<readonly PdfPage[]>): Promise<Attempt> {
  try {
    return { pages: await read() }
  } catch (thrown) {
    return { error: asError(thrown) }
  }
}

async function parseLayout(buffer: Buffer): Promise<readonly PdfPage[]> {
  // Loaded on demand: it is not available on every platform; then the other library is used.
  const { extractPagesMarkdownAsync, extractTextWithPositionsAsync } = await import("@firecrawl/pdf-inspector")
  const { pages } = await extractPagesMarkdownAsync(buffer)
  const read = pages.map(({ page, markdown }): PdfPage => ({ number: page + 1, markdown }))
  const improvable = read.filter(({ markdown }) => markdown.trim() === "" || HAS_CODE_OR_LIST.test(markdown))
  const improved = new Map<number, PdfPage>()
  for (let start = 0; start < improvable.length; start += PAGES_PER_STEP) {
    const step = improvable.slice(start, start + PAGES_PER_STEP)
    const items = await extractTextWithPositionsAsync(
      buffer,
      step.map(({ number }) => number),
    )
    const textsByPage = new Map<number, PositionedText[]>()
    for (const item of items) {
      if (item.linkUrl !== undefined || item.text === "") continue
      const texts = textsByPage.get(item.page)
      if (texts === undefined) textsByPage.set(item.page, [item])
      else texts.push(item)
    }
    for (const page of step) improved.set(page.number, improve(page, textsByPage.get(page.number) ?? []))
  }
  return read.map((page) => improved.get(page.number) ?? page)
}

/** Restores what the layout library drops: pages with uncertain layout, the indentation of code, and the end of a list before code. */
function improve(page: PdfPage, texts: readonly PositionedText[]): PdfPage {
  const isEmpty = page.markdown.trim() === ""
  return { ...page, markdown: isEmpty ? plainPage(texts) : restoreCode(page.markdown, texts) }
}

async function parsePlainText(bytes: Uint8Array): Promise<readonly PdfPage[]> {
  const { extractText } = await import("unpdf")
  // The library takes ownership of the bytes and does not accept a Node buffer.
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: false })
  return text.map((page, index) => ({ number: index + 1, markdown: page.split("\n").map(unmarked).join(" ") }))
}

function isEncrypted(error: Error): boolean {
  return /encrypt|password/i.test(`${error.name} ${error.message}`)
}

function hasText(pages: readonly PdfPage[]): boolean {
  return pages.some(({ markdown }) => /[\p{L}\p{N}]/u.test(markdown))
}

function reading(pages: readonly PdfPage[]): ParsedPdf {
  const empty = pages.filter(({ markdown }) => markdown.trim() === "").map(({ number }) => number)
  const problems =
    empty.length === 0
      ? []
      : [
          `${empty.length} of ${pages.length} pages contain no text because they are empty or scanned (page ${empty.slice(0, 10).join(", ")}${empty.length > 10 ? ", …" : ""})`,
        ]
  return { pages, problems }
}

function scanned(pageCount: number): string {
  return `the PDF has no text on any of its ${pageCount} pages, only images. Run text recognition (OCR) on it and upload the result`
}
