import { strToU8, type Zippable, zipSync } from 'fflate'

/** Files that no spreadsheet program writes, made to harm whoever reads them. */

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const documents = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

interface BookParts {
  /** Content of `sheetData`, or the whole sheet when it begins with `<?xml`. */
  readonly sheet: string
  readonly sharedStrings?: string
  /** Additional entries of the .zip. */
  readonly more?: Zippable
  /** Name of an element that gets a namespace prefix, as XML allows. */
  readonly prefix?: string
}

/** The parts of a real workbook with one sheet. */
export function bookEntries({ sheet, sharedStrings, more = {}, prefix = '' }: BookParts): Zippable {
  const p = prefix === '' ? '' : `${prefix}:`
  const space = prefix === '' ? 'xmlns' : `xmlns:${prefix}`
  const whole = sheet.startsWith('<?xml')
    ? sheet
    : `${head}<${p}worksheet ${space}="${main}"><${p}sheetData>${sheet}</${p}sheetData></${p}worksheet>`
  return {
    'xl/workbook.xml': strToU8(
      `${head}<workbook xmlns="${main}" xmlns:r="${documents}"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `${head}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${documents}/worksheet" Target="worksheets/sheet1.xml"/>${
        sharedStrings === undefined ? '' : `<Relationship Id="rId2" Type="${documents}/sharedStrings" Target="sharedStrings.xml"/>`
      }</Relationships>`,
    ),
    'xl/worksheets/sheet1.xml': strToU8(whole),
    ...(sharedStrings === undefined ? {} : { 'xl/sharedStrings.xml': strToU8(sharedStrings) }),
    ...more,
  }
}

/** Only large parts feel how well they are compressed, and whoever makes them. */
const book = (parts: BookParts) => zipSync(bookEntries(parts), { level: 1 })
const cell = (address: string, text = 'x') => `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_unused, index) => `<row r="${index + 1}">${cell(`A${index + 1}`)}</row>`).join('')

/** False sizes to write into the local header and the directory; undefined leaves the real size. */
interface SizeLies {
  readonly local?: number
  readonly directory?: number
}

/** Writes false uncompressed sizes into the headers of an entry. */
function withSizes(file: Uint8Array, name: string, { local, directory }: SizeLies): Uint8Array {
  const bytes = Buffer.from(file)
  const nameBytes = Buffer.from(name)
  for (let at = bytes.indexOf(nameBytes); at >= 0; at = bytes.indexOf(nameBytes, at + 1)) {
    if (local !== undefined && bytes.readUInt32LE(Math.max(0, at - 30)) === 0x04034b50) bytes.writeUInt32LE(local, at - 30 + 22)
    if (directory !== undefined && bytes.readUInt32LE(Math.max(0, at - 46)) === 0x02014b50) bytes.writeUInt32LE(directory, at - 46 + 24)
  }
  return bytes
}

const sheetName = 'xl/worksheets/sheet1.xml'
const small = () => book({ sheet: rowsOf(3) })
const declared = 200 * 1024 * 1024

interface HostileFile {
  /** Made on demand, because some are large. */
  readonly file: () => Uint8Array
  /** Part of the expected error text. */
  readonly text: string
}

/** Hostile workbooks by name. */
export const hostileWorkbooks: Readonly<Record<string, HostileFile>> = {
  'cells at XFD1 and A1048576': {
    file: () => book({ sheet: `<row r="1">${cell('XFD1')}</row><row r="1048576">${cell('A1048576')}</row>` }),
    text: '一次最多匯入 256 欄',
  },
  'a cell at A1048576': {
    file: () => book({ sheet: `<row r="1">${cell('A1')}</row><row r="1048576">${cell('A1048576')}</row>` }),
    text: '一次最多匯入 5000 列',
  },
  'a row number of which only the cell tells': {
    file: () => book({ sheet: `<row>${cell('A1')}</row><row>${cell('A1048576')}</row>` }),
    text: '一次最多匯入 5000 列',
  },
  'an empty row at 1048576': { file: () => book({ sheet: '<row r="1048576"></row>' }), text: '一次最多匯入 5000 列' },
  'a row number as no spreadsheet writes it': { file: () => book({ sheet: `<row r="1e6">${cell('A1')}</row>` }), text: '檔案格式錯誤' },
  'a row number behind a character reference': { file: () => book({ sheet: '<row r="&#49;048576"></row>' }), text: '一次最多匯入 5000 列' },
  'elements and attributes with a prefix': {
    file: () => book({ prefix: 'y', sheet: '<y:row y:r="1048576"><y:c r="XFD1048576"><y:v>1</y:v></y:c></y:row>' }),
    text: '一次最多匯入 5000 列',
  },
  'two attributes that readers may take for the same': {
    file: () => book({ sheet: '<row r="1" y:r="1048576"></row>' }),
    text: '檔案格式錯誤',
  },
  'a small dimension that is not true': {
    file: () =>
      book({
        sheet: `${head}<worksheet xmlns="${main}"><dimension ref="A1:B2"/><sheetData><row r="9"><c r="XFD9"><v>1</v></c></row></sheetData></worksheet>`,
      }),
    text: '一次最多匯入 256 欄',
  },
  'a large row in a part that only pretends to be no sheet': {
    file: () => book({ sheet: rowsOf(1), more: { 'docProps/app.xml': strToU8('<x><sheetData><row r="1048576"/></sheetData></x>') } }),
    text: '一次最多匯入 5000 列',
  },
  '5,001 rows below the headings': { file: () => book({ sheet: rowsOf(5002) }), text: '一次最多匯入 5000 列' },
  'the same row twice': {
    file: () => book({ sheet: `<row r="1">${cell('A1')}</row><row r="1">${cell('A1')}</row>` }),
    text: '檔案格式錯誤',
  },
  'a header that declares 200 MB': { file: () => withSizes(small(), sheetName, { local: declared }), text: '檔案格式錯誤' },
  'a directory that declares 200 MB': { file: () => withSizes(small(), sheetName, { directory: declared }), text: '檔案解開後過大' },
  'header and directory that declare 200 MB': {
    file: () => withSizes(small(), sheetName, { local: declared, directory: declared }),
    text: '檔案解開後過大',
  },
  'an entry larger than it says': { file: () => withSizes(small(), sheetName, { local: 40, directory: 40 }), text: '檔案格式錯誤' },
  'an entry smaller than it says': {
    file: () => withSizes(small(), sheetName, { local: 90_000, directory: 90_000 }),
    text: '檔案格式錯誤',
  },
  'a bomb: 40 MB of nothing': { file: () => book({ sheet: ' '.repeat(40 * 1024 * 1024) }), text: '檔案解開後過大' },
  'a bomb beside the sheet': {
    file: () => book({ sheet: rowsOf(1), more: { 'a.bin': new Uint8Array(40 * 1024 * 1024) } }),
    text: '檔案解開後過大',
  },
  '201 entries': {
    file: () =>
      book({
        sheet: rowsOf(1),
        more: Object.fromEntries(Array.from({ length: 201 }, (_unused, index) => [`a${index}.xml`, strToU8('<a/>')])),
      }),
    text: '檔案內容過多',
  },
  'entities that grow': {
    file: () =>
      book({
        sheet: `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><worksheet><sheetData><row r="1">${cell('A1', '&b;')}</row></sheetData></worksheet>`,
      }),
    text: '檔案格式錯誤',
  },
  'a document type far behind the start': {
    file: () =>
      book({ sheet: `<?xml version="1.0"?><!--${'x'.repeat(5000)}--><!DOCTYPE x [<!ENTITY a "b">]><worksheet><sheetData/></worksheet>` }),
    text: '檔案格式錯誤',
  },
  'XML a million deep': { file: () => book({ sheet: `<?xml version="1.0"?>${randomTags(200_000)}` }), text: '檔案格式錯誤' },
  'a shared text that 200,000 cells repeat': {
    file: () =>
      book({
        sharedStrings: `<sst><si><t>${'字'.repeat(30_000)}</t></si></sst>`,
        sheet: Array.from(
          { length: 1000 },
          (_unused, index) =>
            `<row r="${index + 1}">${Array.from({ length: 200 }, (_none, place) => `<c r="${letters(place)}${index + 1}" t="s"><v>0</v></c>`).join('')}</row>`,
        ).join(''),
      }),
    text: '檔案內容過多',
  },
  'a cell longer than cells can be': {
    file: () => book({ sheet: `<row r="1">${cell('A1', '字'.repeat(40_000))}</row>` }),
    text: '儲存格內容過長',
  },
  'a sheet that is not there': { file: () => zipSync({ 'xl/workbook.xml': strToU8('<workbook/>') }), text: '檔案格式錯誤' },
  'XML that breaks off': { file: () => book({ sheet: '<?xml version="1.0"?><worksheet><sheetData><row r="1"><c' }), text: '檔案格式錯誤' },
  'a .zip that breaks off': { file: () => small().slice(0, 400), text: '檔案格式錯誤' },
  'a .zip with a changed byte': {
    file: () => {
      const bytes = small()
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 0xff
      return bytes
    },
    text: '檔案格式錯誤',
  },
  'one line of CSV of 9 MB': {
    file: () => Buffer.alloc(9 * 1024 * 1024, 'a,'),
    text: '一次最多匯入 256 欄',
  },
  'a picture': { file: () => Buffer.from('89504e470d0a1a0a', 'hex'), text: '檔案格式錯誤' },
  'a picture and a .zip in one': { file: () => Buffer.concat([Buffer.from('GIF89a'), small()]), text: '檔案格式錯誤' },
  'two .zip files in one': { file: () => Buffer.concat([small(), book({ sheet: rowsOf(5002) })]), text: '' },
}

/** Several thousand different names, so that the text does not compress like a zip bomb. */
function randomTags(depth: number): string {
  return Array.from({ length: depth }, (_unused, index) => `<t${(index * 7919) % 9973}>`).join('')
}

/** 0 -> A, 26 -> AA. */
function letters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : letters(Math.floor(index / 26) - 1) + letter
}

/** Millions of shared texts that no cell uses, compressed with an inconspicuous ratio. Valid in everything but size. */
export function manySharedStrings(count: number): Uint8Array {
  let seed = 1
  const next = () => {
    seed = (seed * 48271) % 2147483647
    return seed
  }
  const texts = Array.from({ length: count }, () => `<si><t>${next().toString(36)}</t></si>`).join('')
  return book({ sheet: rowsOf(2), sharedStrings: `${head}<sst xmlns="${main}">${texts}</sst>` })
}
