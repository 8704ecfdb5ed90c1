// Task of the worker room, because looking up the glyphs of a long record takes seconds. See recordSheet.ts.
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import PDFDocument from 'pdfkit'

/**
 * @typedef {PDFKit.PDFDocument} Sheet
 * @typedef {import('./recordSheet.ts').SheetPart} SheetPart
 * @typedef {import('./recordSheet.ts').SheetField} SheetField
 *
 * @typedef {object} TextStyle  how a text looks; size in points
 * @property {number} size
 * @property {boolean} [isBold]
 * @property {boolean} [isGrey]
 *
 * @typedef {object} Block  a text in a column; both in points from the left margin
 * @property {number} x
 * @property {number} width
 * @property {boolean} [isFigure]  ends at the right edge
 * @property {readonly (readonly [string, TextStyle])[]} lines
 */

const margin = 40
/** @satisfies {Record<string, TextStyle>} */
const styles = {
  sender: { size: 12, isBold: true },
  title: { size: 16, isBold: true },
  note: { size: 8, isGrey: true },
  part: { size: 11, isBold: true },
  label: { size: 8, isGrey: true },
  value: { size: 9.5 },
  heading: { size: 8, isBold: true },
  cell: { size: 8 },
  sum: { size: 8, isBold: true },
}
const fieldsPerRow = 3
const gutter = 10
/** Most points that a column of a table gets before the rest of the line is distributed. */
const columnWidthMax = 160

/** The used part of the font is embedded in the file, because readers may not have a Chinese font. @param {string} name */
const fontOf = (name) => brotliDecompressSync(readFileSync(new URL(`fonts/NotoSansTC-${name}.ttf.br`, import.meta.url)))
const fonts = { regular: fontOf('Regular'), bold: fontOf('Bold') }

/** Size of the chunks sent to the server. */
const chunkBytes = 256 * 1024

/** @param {import('./recordSheet.ts').RecordSheet} input @returns {AsyncGenerator<Uint8Array>} the PDF in pieces */
export async function* run(input) {
  const chunks = []
  for await (const chunk of writeSheet(input)) chunks.push(chunk)
  const whole = Buffer.concat(chunks)
  for (let start = 0; start < whole.length; start += chunkBytes) yield whole.subarray(start, start + chunkBytes)
}

/** @param {import('./recordSheet.ts').RecordSheet} input */
function writeSheet({ sender = [], orientation = 'landscape', title, note, parts }) {
  const sheet = new PDFDocument({
    size: 'A4',
    layout: orientation,
    margin,
    bufferPages: true,
    // No default font: the fonts below are opened once, by name.
    font: '',
    info: { Title: title },
    lang: 'zh-TW',
  })
  sheet.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold)
  if (sender.length > 0) {
    const lines = sender.map((text, index) => /** @type {const} */ ([text, index === 0 ? styles.sender : styles.note]))
    drawRow(sheet, [{ x: 0, width: innerWidth(sheet), lines }])
    drawRule(sheet)
  }
  drawRow(sheet, [
    {
      x: 0,
      width: innerWidth(sheet),
      lines: [
        [title, styles.title],
        [note, styles.note],
      ],
    },
  ])
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

/** @param {Sheet} sheet @param {readonly SheetField[]} fields */
function drawFields(sheet, fields) {
  const width = innerWidth(sheet) / fieldsPerRow
  for (let first = 0; first < fields.length; first += fieldsPerRow) {
    const row = fields.slice(first, first + fieldsPerRow)
    drawRow(
      sheet,
      row.map(({ title, text }, place) => ({
        x: place * width,
        width: width - gutter,
        lines: [
          [title, styles.label],
          [text === '' ? '—' : text, styles.value],
        ],
      })),
    )
  }
}

/** @param {Sheet} sheet @param {Extract<SheetPart, { kind: 'table' }>} part */
function drawTable(sheet, { headings, rows, totalCount, figures = [], sums = [] }) {
  const whole = (/** @type {string} */ text) => /** @type {Block} */ ({ x: 0, width: innerWidth(sheet), lines: [[text, styles.note]] })
  if (rows.length === 0) return drawRow(sheet, [whole('查無資料')])
  const widths = columnWidths(sheet, headings, rows, figures.length > 0)
  const blocksOf = (/** @type {readonly string[]} */ cells, /** @type {TextStyle} */ style) =>
    cells.map((text, index) => ({
      x: widths.slice(0, index).reduce((sum, width) => sum + width, 0),
      width: (widths[index] ?? 0) - gutter,
      isFigure: figures.includes(index),
      lines: [/** @type {const} */ ([text, style])],
    }))
  drawRow(sheet, blocksOf(headings, styles.heading))
  for (const [index, row] of rows.entries()) {
    const blocks = blocksOf(row, sums.includes(index) ? styles.sum : styles.cell)
    // A page that starts inside a table repeats the headings.
    if (turnUnless(sheet, heightOf(sheet, blocks))) drawRow(sheet, blocksOf(headings, styles.heading))
    drawRow(sheet, blocks)
  }
  if (totalCount > rows.length) drawRow(sheet, [whole(`僅列出前 ${rows.length} 筆，共 ${totalCount} 筆`)])
}

/**
 * Widths by the longest text of each column, up to a limit; the rest of the line is distributed. Tables of figures fill the width of the
 * page.
 *
 * @param {Sheet} sheet @param {readonly string[]} headings @param {readonly (readonly string[])[]} rows @param {boolean} isWhole
 */
function columnWidths(sheet, headings, rows, isWhole) {
  const wanted = headings.map((heading, index) => {
    const texts = rows.map((row) => take(sheet, styles.cell).widthOfString(row[index] ?? ''))
    return Math.min(columnWidthMax, gutter + 1 + Math.max(take(sheet, styles.heading).widthOfString(heading), ...texts))
  })
  const scale = Math.min(isWhole ? Number.POSITIVE_INFINITY : 1.6, innerWidth(sheet) / wanted.reduce((sum, width) => sum + width, 0))
  return wanted.map((width) => width * scale)
}

/**
 * Draws texts side by side on one page, and continues below the longest of them.
 * @param {Sheet} sheet @param {readonly Block[]} blocks
 */
function drawRow(sheet, blocks) {
  const height = heightOf(sheet, blocks)
  turnUnless(sheet, height)
  const top = sheet.y
  for (const { x, width, lines, isFigure = false } of blocks) {
    sheet.y = top
    for (const [text, style] of lines) take(sheet, style).text(text, margin + x, sheet.y, { width, align: isFigure ? 'right' : 'left' })
  }
  sheet.x = margin
  sheet.y = top + height + 4
}

/** @param {Sheet} sheet @param {readonly Block[]} blocks */
function heightOf(sheet, blocks) {
  const heights = blocks.map(({ width, lines }) =>
    lines.reduce((sum, [text, style]) => sum + take(sheet, style).heightOfString(text, { width }), 0),
  )
  return Math.max(0, ...heights)
}

/**
 * Starts a new page unless `needed` points are left on this one.
 * @param {Sheet} sheet @param {number} needed @returns whether it did
 */
function turnUnless(sheet, needed) {
  const isFull = sheet.y > margin && sheet.y + needed > sheet.page.height - margin
  if (isFull) sheet.addPage()
  return isFull
}

/** @param {Sheet} sheet @param {TextStyle} style */
function take(sheet, { size, isBold = false, isGrey = false }) {
  return sheet
    .font(isBold ? 'bold' : 'regular')
    .fontSize(size)
    .fillColor(isGrey ? '#666666' : '#000000')
}

/** @param {Sheet} sheet */
function drawRule(sheet) {
  sheet
    .moveTo(margin, sheet.y)
    .lineTo(sheet.page.width - margin, sheet.y)
    .lineWidth(0.5)
    .strokeColor('#bbbbbb')
    .stroke()
  sheet.y += 6
}

/** @param {Sheet} sheet */
function numberPages(sheet) {
  const { count } = sheet.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    sheet.switchToPage(page)
    // Without this, text below the margin would start a new page.
    sheet.page.margins.bottom = 0
    take(sheet, styles.note).text(`第 ${page + 1} 頁，共 ${count} 頁`, margin, sheet.page.height - 28, {
      width: innerWidth(sheet),
      align: 'center',
    })
  }
}

/** @param {Sheet} sheet */
function innerWidth(sheet) {
  return sheet.page.width - 2 * margin
}
