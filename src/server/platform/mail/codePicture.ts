import { crc32, deflateSync } from 'node:zlib'
import { quietModules, type ScanCode, type ScanCodeKind, scanCodeOf } from '../../../rules/scanCodes.ts'

/** Pixels per module of each kind, and height of the bars in pixels. */
const scales: Readonly<Record<ScanCodeKind, number>> = { barcode: 2, qr: 6 }
const barHeight = 96

/** Draws a code as a black and white PNG with its quiet zone; a few hundred bytes. */
export function drawCodePicture(kind: ScanCodeKind, text: string): Buffer {
  return writePng(pixelsOf(kind, scanCodeOf(kind, text)))
}

function pixelsOf(kind: ScanCodeKind, code: ScanCode): ScanCode {
  const scale = scales[kind]
  const quiet = Array<boolean>(quietModules[kind] * scale).fill(false)
  const lines = code.flatMap((row) => {
    const line = [...quiet, ...row.flatMap((isDark) => Array<boolean>(scale).fill(isDark)), ...quiet]
    return Array<typeof line>(kind === 'barcode' ? barHeight : scale).fill(line)
  })
  const light = Array<boolean>(lines[0]?.length ?? 0).fill(false)
  const margin = Array<typeof light>(kind === 'barcode' ? scale : quiet.length).fill(light)
  return [...margin, ...lines, ...margin]
}

/** A PNG (ISO/IEC 15948) with one bit per pixel, greyscale, not interlaced. */
function writePng(lines: ScanCode): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(lines[0]?.length ?? 0, 0)
  header.writeUInt32BE(lines.length, 4)
  header.writeUInt8(1, 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunkOf('IHDR', header),
    chunkOf('IDAT', deflateSync(Buffer.concat(lines.map(scanLine)))),
    chunkOf('IEND', Buffer.alloc(0)),
  ])
}

/** One line: filter type 0, then eight pixels per byte. A set bit is white. */
function scanLine(line: readonly boolean[]): Buffer {
  const bytes = Buffer.alloc(1 + Math.ceil(line.length / 8))
  for (const [index, isDark] of line.entries()) {
    const place = 1 + (index >> 3)
    if (!isDark) bytes[place] = (bytes[place] ?? 0) | (0x80 >> (index & 7))
  }
  return bytes
}

function chunkOf(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(content), 4)
  return Buffer.concat([frame.subarray(0, 4), content, frame.subarray(4)])
}
