import { createPdf, type PdfWriter, type TextStyle, textWidth } from './pdfWriter.ts'

/** One part of a printed record: fields with their labels, or a table. */
export type SheetPart =
  | { readonly kind: 'fields'; readonly title: string; readonly fields: readonly { readonly title: string; readonly text: string }[] }
  | {
      readonly kind: 'table'
      readonly title: string
      readonly headings: readonly string[]
      readonly rows: readonly (readonly string[])[]
      /** Rows that there are in all; more than `rows` are said to be left out. */
      readonly totalCount: number
    }

const margin = 40
const styles = {
  title: { size: 16, bold: true },
  note: { size: 8, grey: true },
  part: { size: 11, bold: true },
  label: { size: 8, grey: true },
  value: { size: 9.5 },
  heading: { size: 8, bold: true },
  cell: { size: 8 },
} as const satisfies Record<string, TextStyle>
const fieldsPerRow = 3
const leading = 1.35

/** Lays a record out on A4 pages: a title, then part after part. */
export function writeRecordSheet(title: string, note: string, parts: readonly SheetPart[]): Uint8Array {
  const pen = createPen(createPdf())
  pen.paragraph(title, styles.title)
  pen.paragraph(note, styles.note)
  for (const part of parts) {
    pen.room(60)
    pen.space(10)
    pen.paragraph(part.title, styles.part)
    pen.rule()
    if (part.kind === 'fields') drawFields(pen, part.fields)
    else drawTable(pen, part)
  }
  return pen.pdf.finish(title)
}

type Pen = ReturnType<typeof createPen>

/** Writes downwards and turns the page when it is full. */
function createPen(pdf: PdfWriter) {
  let y = margin
  const room = (needed: number) => {
    if (y + needed <= pdf.height - margin) return
    pdf.newPage()
    y = margin
  }
  const space = (points: number) => {
    y += points
  }
  return {
    pdf,
    room,
    space,
    inner: pdf.width - 2 * margin,
    rule: () => {
      pdf.line(margin, y + 2, pdf.width - margin)
      space(6)
    },
    paragraph(text: string, style: TextStyle) {
      for (const line of wrapped(text, pdf.width - 2 * margin, style.size)) {
        room(style.size * leading)
        space(style.size * leading)
        pdf.text(margin, y - style.size * 0.3, line, style)
      }
    },
    /** Columns side by side, each a list of lines; stays on one page. */
    columns(columns: readonly { readonly x: number; readonly lines: readonly { readonly text: string; readonly style: TextStyle }[] }[]) {
      const heights = columns.map(({ lines }) => lines.reduce((sum, { style }) => sum + style.size * leading, 0))
      const needed = Math.max(0, ...heights)
      room(needed)
      for (const { x, lines } of columns) {
        let below = y
        for (const { text, style } of lines) {
          below += style.size * leading
          pdf.text(margin + x, below - style.size * 0.3, text, style)
        }
      }
      space(needed + 4)
    },
  }
}

function drawFields(pen: Pen, fields: readonly { readonly title: string; readonly text: string }[]): void {
  const share = pen.inner / fieldsPerRow
  for (let first = 0; first < fields.length; first += fieldsPerRow) {
    pen.columns(
      fields.slice(first, first + fieldsPerRow).map(({ title, text }, place) => ({
        x: place * share,
        lines: [
          { text: title, style: styles.label },
          ...wrapped(text === '' ? '—' : text, share - 12, styles.value.size).map((line) => ({ text: line, style: styles.value })),
        ],
      })),
    )
  }
}

function drawTable(pen: Pen, { headings, rows, totalCount }: Extract<SheetPart, { kind: 'table' }>): void {
  if (rows.length === 0) {
    pen.paragraph('查無資料', styles.note)
    return
  }
  const widths = columnWidths(pen.inner, headings, rows)
  const drawRow = (cells: readonly string[], style: TextStyle) => {
    let x = 0
    const columns = cells.map((text, index) => {
      const column = { x, lines: wrapped(text, (widths[index] ?? 0) - 6, style.size).map((line) => ({ text: line, style })) }
      x += widths[index] ?? 0
      return column
    })
    pen.columns(columns)
  }
  drawRow(headings, styles.heading)
  for (const row of rows) drawRow(row, styles.cell)
  if (totalCount > rows.length) pen.paragraph(`僅列出前 ${rows.length} 筆，共 ${totalCount} 筆`, styles.note)
}

/** By the longest text of each column, within reason, so that all of them fill the line. */
function columnWidths(inner: number, headings: readonly string[], rows: readonly (readonly string[])[]): readonly number[] {
  const wanted = headings.map((heading, index) =>
    Math.min(160, 10 + Math.max(...[heading, ...rows.map((row) => row[index] ?? '')].map((text) => textWidth(text, styles.cell.size)))),
  )
  const scale = inner / wanted.reduce((sum, one) => sum + one, 0)
  return wanted.map((one) => one * Math.min(scale, 1.6))
}

function wrapped(text: string, width: number, size: number): readonly string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (const letter of paragraph) {
      if (line !== '' && textWidth(line + letter, size) > width) {
        lines.push(line)
        line = ''
      }
      line += letter
    }
    return [...lines, line]
  })
}
