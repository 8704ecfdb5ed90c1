import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'

/** One part of a printed record: fields with their labels, or a table. */
export type SheetPart =
  | { readonly kind: 'fields'; readonly title: string; readonly fields: readonly SheetField[] }
  | {
      readonly kind: 'table'
      readonly title: string
      readonly headings: readonly string[]
      readonly rows: readonly (readonly string[])[]
      /** Rows that there are in all; more than `rows` are said to be left out. */
      readonly totalCount: number
    }

interface SheetField {
  readonly title: string
  readonly text: string
}

/** How a text looks; size in points. */
interface TextStyle {
  readonly size: number
  readonly isBold?: boolean
  readonly isGrey?: boolean
}

type Sheet = PDFKit.PDFDocument
/** A text in a column; both in points from the left margin. */
interface Block {
  readonly x: number
  readonly width: number
  readonly lines: readonly (readonly [string, TextStyle])[]
}

const margin = 40
const styles = {
  title: { size: 16, isBold: true },
  note: { size: 8, isGrey: true },
  part: { size: 11, isBold: true },
  label: { size: 8, isGrey: true },
  value: { size: 9.5 },
  heading: { size: 8, isBold: true },
  cell: { size: 8 },
} as const satisfies Record<string, TextStyle>
const fieldsPerRow = 3
const gutter = 10
/** Widest column of a table before the rest of the line is shared out. */
const columnWidthMax = 160

/** The font is put into the file, as far as it is used: a reader need not have a Chinese one. */
const fontFile = (name: string) => createRequire(import.meta.url).resolve(`@expo-google-fonts/noto-sans-tc/${name}.ttf`)
const fonts = { regular: '400Regular/NotoSansTC_400Regular', bold: '700Bold/NotoSansTC_700Bold' }

/** Lays a record out on A4 pages in landscape: a title, then part after part, and `第 n 頁，共 m 頁` below. @returns the PDF */
export function writeRecordSheet(title: string, note: string, parts: readonly SheetPart[]): AsyncIterable<Uint8Array> {
  const sheet = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin,
    bufferPages: true,
    // None: those below are opened once, by their names.
    font: '',
    info: { Title: title },
    lang: 'zh-TW',
  })
  sheet.registerFont('regular', fontFile(fonts.regular)).registerFont('bold', fontFile(fonts.bold))
  drawRow(sheet, [{ x: 0, width: innerWidth(sheet), lines: [[title, styles.title] as const, [note, styles.note] as const] }])
  for (const part of parts) {
    turnUnless(sheet, 60)
    sheet.y += 10
    drawRow(sheet, [{ x: 0, width: innerWidth(sheet), lines: [[part.title, styles.part]] }])
    drawRule(sheet)
    if (part.kind === 'fields') drawFields(sheet, part.fields)
    else drawTable(sheet, part)
  }
  numberPages(sheet)
  sheet.end()
  return sheet
}

function drawFields(sheet: Sheet, fields: readonly SheetField[]): void {
  const width = innerWidth(sheet) / fieldsPerRow
  for (let first = 0; first < fields.length; first += fieldsPerRow) {
    const row = fields.slice(first, first + fieldsPerRow)
    drawRow(
      sheet,
      row.map(({ title, text }, place) => ({
        x: place * width,
        width: width - gutter,
        lines: [[title, styles.label] as const, [text === '' ? '—' : text, styles.value] as const],
      })),
    )
  }
}

function drawTable(sheet: Sheet, { headings, rows, totalCount }: Extract<SheetPart, { kind: 'table' }>): void {
  const whole = (text: string): Block => ({ x: 0, width: innerWidth(sheet), lines: [[text, styles.note]] })
  if (rows.length === 0) return void drawRow(sheet, [whole('查無資料')])
  const widths = columnWidths(sheet, headings, rows)
  const blocksOf = (cells: readonly string[], style: TextStyle) =>
    cells.map((text, index) => ({
      x: widths.slice(0, index).reduce((sum, width) => sum + width, 0),
      width: (widths[index] ?? 0) - gutter,
      lines: [[text, style] as const],
    }))
  drawRow(sheet, blocksOf(headings, styles.heading))
  for (const row of rows) {
    const blocks = blocksOf(row, styles.cell)
    // A page that begins within a table begins with its headings.
    if (turnUnless(sheet, heightOf(sheet, blocks))) drawRow(sheet, blocksOf(headings, styles.heading))
    drawRow(sheet, blocks)
  }
  if (totalCount > rows.length) drawRow(sheet, [whole(`僅列出前 ${rows.length} 筆，共 ${totalCount} 筆`)])
}

/** By the longest text of each column, within reason; the rest of the line is shared out. */
function columnWidths(sheet: Sheet, headings: readonly string[], rows: readonly (readonly string[])[]): readonly number[] {
  const wanted = headings.map((heading, index) => {
    const texts = rows.map((row) => take(sheet, styles.cell).widthOfString(row[index] ?? ''))
    return Math.min(columnWidthMax, gutter + 1 + Math.max(take(sheet, styles.heading).widthOfString(heading), ...texts))
  })
  const scale = Math.min(1.6, innerWidth(sheet) / wanted.reduce((sum, width) => sum + width, 0))
  return wanted.map((width) => width * scale)
}

/** Texts side by side, kept on one page; goes on below the longest of them. */
function drawRow(sheet: Sheet, blocks: readonly Block[]): void {
  const height = heightOf(sheet, blocks)
  turnUnless(sheet, height)
  const top = sheet.y
  for (const { x, width, lines } of blocks) {
    sheet.y = top
    for (const [text, style] of lines) take(sheet, style).text(text, margin + x, sheet.y, { width })
  }
  sheet.x = margin
  sheet.y = top + height + 4
}

function heightOf(sheet: Sheet, blocks: readonly Block[]): number {
  const heights = blocks.map(({ width, lines }) =>
    lines.reduce((sum, [text, style]) => sum + take(sheet, style).heightOfString(text, { width }), 0),
  )
  return Math.max(0, ...heights)
}

/** Turns the page unless so many points are left on it. @returns whether it did */
function turnUnless(sheet: Sheet, needed: number): boolean {
  const isFull = sheet.y > margin && sheet.y + needed > sheet.page.height - margin
  if (isFull) sheet.addPage()
  return isFull
}

function take(sheet: Sheet, { size, isBold = false, isGrey = false }: TextStyle): Sheet {
  return sheet
    .font(isBold ? 'bold' : 'regular')
    .fontSize(size)
    .fillColor(isGrey ? '#666666' : '#000000')
}

function drawRule(sheet: Sheet): void {
  sheet
    .moveTo(margin, sheet.y)
    .lineTo(sheet.page.width - margin, sheet.y)
    .lineWidth(0.5)
    .strokeColor('#bbbbbb')
    .stroke()
  sheet.y += 6
}

function numberPages(sheet: Sheet): void {
  const { count } = sheet.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    sheet.switchToPage(page)
    // Below the margin a text would turn the page.
    sheet.page.margins.bottom = 0
    take(sheet, styles.note).text(`第 ${page + 1} 頁，共 ${count} 頁`, margin, sheet.page.height - 28, {
      width: innerWidth(sheet),
      align: 'center',
    })
  }
}

function innerWidth(sheet: Sheet): number {
  return sheet.page.width - 2 * margin
}
