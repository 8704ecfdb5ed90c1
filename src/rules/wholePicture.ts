/**
 * True when a picture is there up to its end: an upload that broke off shows half of it, or nothing. Nothing is decoded, and no byte is read
 * twice, because the picture came from somebody else. What stands behind the end does not matter.
 *
 * @param bytes a PNG, GIF, JPEG or BMP file
 */
export function isWholePicture(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return enders[bytes[0] ?? -1]?.(view, bytes) ?? false
  } catch (error) {
    // Reading past the end throws a RangeError.
    if (error instanceof RangeError) return false
    throw error
  }
}

/** By the first byte of the file; the caller checks the rest of the signature. */
const enders: Readonly<Record<number, (view: DataView, bytes: Uint8Array) => boolean>> = {
  137: pngEnds,
  71: gifEnds,
  255: jpegEnds,
  66: bmpEnds,
}

/** Chunk by chunk: at least one with a part of the picture, and the one that ends it. Each has its length, type, content and checksum. */
function pngEnds(view: DataView): boolean {
  let hasPicture = false
  for (let at = 8; ; at += 12 + view.getUint32(at)) {
    const type = view.getUint32(at + 4)
    hasPicture ||= type === 0x49444154
    if (type === 0x49454e44) return hasPicture && at + 12 <= view.byteLength
  }
}

/** Markers that stand within the lines of a scan: a byte 255 of the picture itself, and the places to begin again. */
const isWithinScan = (marker: number) => marker === 0 || (marker >= 0xd0 && marker <= 0xd7)

/** Segment by segment, and through each scan to the marker behind it, until the one that ends the picture behind a scan. */
function jpegEnds(view: DataView, bytes: Uint8Array): boolean {
  let hasScan = false
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return false
    const marker = view.getUint8(at + 1)
    if (marker === 0xd9) return hasScan
    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) at += 1
    else {
      at += 2 + view.getUint16(at + 2)
      if (marker !== 0xda) continue
      hasScan = true
      at = scanEnd(bytes, at)
    }
  }
}

/** The place of the first marker behind a scan; the length of the file when there is none. */
function scanEnd(bytes: Uint8Array, begin: number): number {
  for (let at = bytes.indexOf(0xff, begin); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next !== undefined && next !== 0xff && !isWithinScan(next)) return at
  }
  return bytes.length
}

/** Block by block: extensions and pictures, each in parts that say their length, until the byte that ends the file. */
function gifEnds(view: DataView): boolean {
  let hasPicture = false
  for (let at = 13 + paletteBytes(view.getUint8(10)); ; ) {
    const kind = view.getUint8(at)
    if (kind === 0x3b) return hasPicture
    if (kind === 0x21) at = behindParts(view, at + 2)
    else if (kind === 0x2c) {
      hasPicture = true
      // Place and size, a palette, and the byte that says how wide the codes are.
      at = behindParts(view, at + 11 + paletteBytes(view.getUint8(at + 9)))
    } else return false
  }
}

function paletteBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1)
}

/** The place behind parts that each begin with their length; the last one has none. */
function behindParts(view: DataView, begin: number): number {
  let at = begin
  for (let length = view.getUint8(at); length > 0; length = view.getUint8(at)) at += 1 + length
  return at + 1
}

/** Compressed by run lengths: only these say how many bytes they are. */
const isRunLength = (compression: number) => compression === 1 || compression === 2

/** As many bytes as width, height and depth make, of rows that are filled up to four bytes; the file's own size is often wrong. */
function bmpEnds(view: DataView): boolean {
  const begin = view.getUint32(10, true)
  const isOld = view.getUint32(14, true) === 12
  const width = isOld ? view.getUint16(18, true) : view.getInt32(18, true)
  const height = isOld ? view.getUint16(20, true) : Math.abs(view.getInt32(22, true))
  const depth = view.getUint16(isOld ? 24 : 28, true)
  const compression = isOld ? 0 : view.getUint32(30, true)
  const size = isRunLength(compression) ? view.getUint32(34, true) : Math.ceil((width * depth) / 32) * 4 * height
  return size > 0 && begin + size <= view.byteLength
}
