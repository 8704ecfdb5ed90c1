import { deflateSync } from 'node:zlib'

/** How a text looks; size in points. */
export interface TextStyle {
  readonly size: number
  readonly bold?: boolean
  readonly grey?: boolean
}

/** A document of A4 pages in landscape; places are points from the upper left corner, those of texts of their base line. */
export interface PdfWriter {
  readonly width: number
  readonly height: number
  newPage(): void
  text(x: number, y: number, text: string, style: TextStyle): void
  line(x: number, y: number, toX: number): void
  /** The whole file, with `第 n 頁，共 m 頁` below every page. */
  finish(title: string): Uint8Array
}

const width = 842
const height = 595

/**
 * Writes PDF by hand: Latin text in Helvetica, everything else in the traditional Chinese font that every reader of PDF brings or
 * finds (character collection Adobe-CNS1). No font of some megabytes has to be delivered, and none is put into the file.
 */
export function createPdf(): PdfWriter {
  const pages: string[][] = []
  const draw = (operators: string) => {
    if (pages.length === 0) pages.push([])
    pages.at(-1)?.push(operators)
  }
  const text: PdfWriter['text'] = (x, y, value, { size, bold = false, grey = false }) => {
    const parts = runsOf(value).map((run) =>
      run.isLatin ? `/F1 ${size} Tf (${escaped(run.text)}) Tj` : `/F2 ${size} Tf <${hexOf(run.text)}> Tj`,
    )
    const look = `${grey ? '0.4 g' : '0 g'} ${bold ? `0 G 2 Tr ${size / 40} w` : '0 Tr'}`
    draw(`BT ${look} ${x.toFixed(2)} ${(height - y).toFixed(2)} Td ${parts.join(' ')} ET`)
  }
  return {
    width,
    height,
    newPage: () => void pages.push([]),
    text,
    line: (x, y, toX) => draw(`0.75 G 0.5 w ${x.toFixed(2)} ${(height - y).toFixed(2)} m ${toX.toFixed(2)} ${(height - y).toFixed(2)} l S`),
    finish(title) {
      const contents = pages.map((page) => page.join('\n'))
      return assemble(contents, title)
    },
  }
}

/** Width of a text in points, on the safe side. */
export function textWidth(text: string, size: number): number {
  let units = 0
  for (const letter of text) units += isLatin(letter) ? 0.58 : 1
  return units * size
}

const isLatin = (letter: string) => letter >= ' ' && letter <= '~'

function runsOf(text: string): readonly { readonly isLatin: boolean; readonly text: string }[] {
  const runs: { isLatin: boolean; text: string }[] = []
  for (const letter of text) {
    const last = runs.at(-1)
    if (last?.isLatin === isLatin(letter)) last.text += letter
    else runs.push({ isLatin: isLatin(letter), text: letter })
  }
  return runs
}

function escaped(text: string): string {
  return text.replace(/[\\()]/g, (letter) => `\\${letter}`)
}

/** UTF-16, big end first. */
function hexOf(text: string): string {
  return Array.from({ length: text.length }, (_unused, index) => text.charCodeAt(index).toString(16).padStart(4, '0')).join('')
}

/** Objects 1 to 6 are the catalogue, the page tree, the fonts and the title; two more for each page. */
const firstPage = 7

function assemble(contents: readonly string[], title: string): Uint8Array {
  const kids = contents.map((_page, index) => `${firstPage + index * 2} 0 R`).join(' ')
  const objects: Buffer[] = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (zh-TW) /ViewerPreferences << /DisplayDocTitle true >> >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type0 /BaseFont /MSungStd-Light-UniCNS-UTF16-H /Encoding /UniCNS-UTF16-H /DescendantFonts [5 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /MSungStd-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (CNS1) /Supplement 4 >> ' +
      '/DW 1000 /FontDescriptor << /Type /FontDescriptor /FontName /MSungStd-Light /Flags 6 /FontBBox [-160 -249 1015 888] ' +
      '/ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >> >>',
    `<< /Title <feff${hexOf(title)}> >>`,
  ].map((text) => Buffer.from(text, 'latin1'))
  for (const [index, page] of contents.entries()) objects.push(...pageObjects(index, page, contents.length))
  return join(objects)
}

function pageObjects(index: number, content: string, count: number): readonly Buffer[] {
  const footer = runsOf(`第 ${index + 1} 頁，共 ${count} 頁`).map((run) =>
    run.isLatin ? `/F1 8 Tf (${escaped(run.text)}) Tj` : `/F2 8 Tf <${hexOf(run.text)}> Tj`,
  )
  const stream = deflateSync(Buffer.from(`${content}\nBT 0.4 g 0 Tr ${width - 110} 20 Td ${footer.join(' ')} ET`, 'latin1'))
  return [
    Buffer.from(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> ` +
        `/Contents ${firstPage + index * 2 + 1} 0 R >>`,
      'latin1',
    ),
    Buffer.concat([
      Buffer.from(`<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`, 'latin1'),
      stream,
      Buffer.from('\nendstream', 'latin1'),
    ]),
  ]
}

function join(objects: readonly Buffer[]): Uint8Array {
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const places: number[] = []
  let length = parts[0]?.length ?? 0
  const add = (part: Buffer) => {
    parts.push(part)
    length += part.length
  }
  for (const [index, object] of objects.entries()) {
    places.push(length)
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`, 'latin1'), object, Buffer.from('\nendobj\n', 'latin1')]))
  }
  const start = length
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${start}\n%%EOF\n`
  add(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}${trailer}`, 'latin1'))
  return Buffer.concat(parts)
}
