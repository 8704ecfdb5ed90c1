import { type ImageSize, imageSizeOf } from '../../../rules/imageSize.ts'

/** Width and height of a picture as it is shown: cameras note in a JPEG which way is up. Null like {@link imageSizeOf}. */
export function uprightSizeOf(bytes: Uint8Array): ImageSize | null {
  const size = imageSizeOf(bytes)
  return size !== null && bytes[0] === 0xff && isOnItsSide(bytes) ? { width: size.height, height: size.width } : size
}

/** The four ways of the note that turn a picture by a quarter are 5 to 8. */
function isOnItsSide(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const start = findNotes(view)
    return start !== null && readOrientation(view, start) >= 5
  } catch (error) {
    // Reading past the end throws a RangeError: such notes say nothing.
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Where the notes of the camera begin (Exif, in a segment before the frame), or null. */
function findNotes(view: DataView): number | null {
  for (let at = 2; view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1)
    if (marker === 0xe1 && view.getUint32(at + 4) === 0x45786966) return at + 10
    if (marker < 0xe0 || marker > 0xef) return null
  }
  return null
}

/** @param start of the notes, from which their own addresses count */
function readOrientation(view: DataView, start: number): number {
  const isLittle = view.getUint16(start) === 0x4949
  const table = start + view.getUint32(start + 4, isLittle)
  const count = view.getUint16(table, isLittle)
  for (let index = 0; index < count; index += 1) {
    const entry = table + 2 + index * 12
    if (view.getUint16(entry, isLittle) === 0x0112) return view.getUint16(entry + 8, isLittle)
  }
  return 1
}
