import PDFDocument from "pdfkit"

/** Content of a page of a test PDF, from top to bottom. */
export interface TestPage {
  readonly head?: string
  readonly foot?: string
  readonly title?: string
  readonly heading?: string
  readonly text?: string
  readonly list?: readonly string[]
  readonly code?: string
  readonly table?: readonly (readonly string[])[]
}

/** Makes a real PDF. */
export function makePdf(pages: readonly TestPage[], options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pdf = new PDFDocument({ autoFirstPage: false, ...options })
    const chunks: Buffer[] = []
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk))
    pdf.on("end", () => resolve(Buffer.concat(chunks)))
    pdf.on("error", reject)
    for (const page of pages) drawPage(pdf, page)
    pdf.end()
  })
}

function drawPage(pdf: PDFKit.PDFDocument, page: TestPage): void {
  pdf.addPage()
  if (page.head) pdf.font("Helvetica").fontSize(9).text(page.head, 72, 40)
  if (page.foot) pdf.font("Helvetica").fontSize(9).text(page.foot, 72, 700)
  pdf.text("", 72, 80)
  if (page.title) pdf.font("Helvetica-Bold").fontSize(22).text(page.title).moveDown()
  if (page.heading) pdf.font("Helvetica-Bold").fontSize(15).text(page.heading).moveDown()
  if (page.text) pdf.font("Helvetica").fontSize(11).text(page.text, { width: 420 }).moveDown()
  for (const item of page.list ?? []) pdf.font("Helvetica").fontSize(11).text(`• ${item}`)
  if (page.code) pdf.moveDown().font("Courier").fontSize(10).text(page.code).moveDown()
  const top = pdf.y
  for (const [row, cells] of (page.table ?? []).entries()) {
    for (const [column, cell] of cells.entries()) {
      pdf.rect(72 + column * 120, top + row * 20, 120, 20).stroke()
      pdf.font(row === 0 ? "Helvetica-Bold" : "Helvetica").fontSize(11)
      pdf.text(cell, 76 + column * 120, top + 5 + row * 20, { lineBreak: false })
    }
  }
}
