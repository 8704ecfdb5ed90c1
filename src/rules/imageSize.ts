/** Width and height of a picture in pixels. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}

/**
 * Reads the declared size of a picture from its header. Nothing is decoded, because decoding is what a huge picture would harm.
 *
 * @param bytes a whole PNG, GIF, JPEG or BMP file
 * @returns null for another type of file, or one that ends before its size
 */
export function imageSizeOf(bytes: Uint8Array): ImageSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const size = sizeReaders[bytes[0] ?? -1]?.(view) ?? null
    return size !== null && size.width > 0 && size.height > 0 ? size : null
  } catch (error) {
    // Reading past the end throws a RangeError.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Readers by the first byte of the file; the caller checks the rest of the signature. */
const sizeReaders: Readonly<Record<number, (view: DataView) => ImageSize | null>> = {
  137: pngSize,
  71: (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  255: jpegSize,
  66: bmpSize,
}

/** The header chunk has to be the first one. */
function pngSize(view: DataView): ImageSize | null {
  const isHeader = view.getUint32(12) === 0x49484452
  return isHeader ? { width: view.getUint32(16), height: view.getUint32(20) } : null
}

/** The oldest header has 12 bytes and 16-bit numbers. A negative height means that the rows go from top to bottom. */
function bmpSize(view: DataView): ImageSize {
  if (view.getUint32(14, true) === 12) return { width: view.getUint16(18, true), height: view.getUint16(20, true) }
  return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) }
}

/** Frame markers (SOF0 to SOF15), without the markers for tables and arithmetic coding in the same range. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Goes from segment to segment up to the frame, which has to come before the first scan. */
function jpegSize(view: DataView): ImageSize | null {
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    if (isFrame(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) at += 1
    else if (marker === 0xda || marker === 0xd9) return null
    else at += 2 + view.getUint16(at + 2)
  }
}
