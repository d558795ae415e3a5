// Writes the PDF and DOCX fixtures: node --import tsx tests/golden/make-office-files.ts
//
// The files are checked in, because the libraries that create them include times and versions. Run this only for a new
// fixture.
import { createWriteStream, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow, TextRun } from "docx"
import PDFDocument from "pdfkit"

const folder = join(import.meta.dirname, "fixtures/office/docs")

function makePdf(): void {
  const pdf = new PDFDocument({ autoFirstPage: false, info: { Title: "Rocket handbook", CreationDate: new Date(0) } })
  pdf.pipe(createWriteStream(join(folder, "rocket.pdf")))
  for (const [index, chapter] of ["Ignition", "Ascent", "Orbit", "Landing"].entries()) {
    pdf.addPage()
    pdf
      .font("Helvetica")
      .fontSize(9)
      .text("Rocket handbook, second edition", 72, 40)
      .text(`${index + 1}`, 72, 700)
    pdf
      .text("", 72, 80)
      .font("Helvetica-Bold")
      .fontSize(20)
      .text(`${index + 1} ${chapter}`)
      .moveDown()
    pdf.font("Helvetica").fontSize(11)
    pdf.text(`The ${chapter.toLowerCase()} of a rocket takes ${index + 2} minutes and needs an atten-\ntive crew.`)
    for (const item of ["check the valves", "close the hatch"]) pdf.text(`• ${item}`)
    pdf.moveDown().font("Courier").fontSize(10).text(`rocket.start(\n  phase="${chapter}",\n)`)
  }
  pdf.end()
}

async function makeDocx(): Promise<void> {
  const cell = (text: string) => new TableCell({ children: [new Paragraph(text)] })
  const row = (...texts: string[]) => new TableRow({ children: texts.map(cell) })
  const children = [
    new Paragraph({ text: "Harbour rules", heading: HeadingLevel.TITLE }),
    new Paragraph({ text: "Mooring", heading: HeadingLevel.HEADING_1 }),
    new Paragraph({
      children: [new TextRun("Moor with "), new TextRun({ text: "two", bold: true }), new TextRun(" ropes.")],
    }),
    new Paragraph({ text: "tie the bow", bullet: { level: 0 } }),
    new Paragraph({ text: "then the stern", bullet: { level: 1 } }),
    new Paragraph({ text: "Fees", heading: HeadingLevel.HEADING_2 }),
    new Table({ rows: [row("Length", "Fee"), row("10 m", "12"), row("20 m", "30")] }),
    new Paragraph({ children: [new TextRun({ text: "harbour pay --length 10", font: "Courier New" })] }),
  ]
  writeFileSync(join(folder, "harbour.docx"), await Packer.toBuffer(new Document({ sections: [{ children }] })))
}

makePdf()
await makeDocx()
