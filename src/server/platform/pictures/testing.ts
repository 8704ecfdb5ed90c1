import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import encode, { init } from '@jsquash/jpeg/encode.js'

/** A photograph for tests: a JPEG of random patches. */
export async function photograph(width: number, height: number): Promise<Uint8Array> {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'))
  await init(await WebAssembly.compile(wasm))
  const data = new Uint8ClampedArray(width * height * 4)
  for (let at = 0; at < data.length; at += 4) {
    const patch = Math.floor(at / 4 / 7)
    data.set([(patch * 37) % 256, (patch * 101) % 256, (patch * 13) % 256, 255], at)
  }
  return new Uint8Array(await encode({ data, width, height } as ImageData, { quality: 90 }))
}

/** The same photograph with the note of a camera that was held otherwise: 6 and 8 are a quarter turn. */
export function turned(photo: Uint8Array, orientation: number, order: 'big' | 'little' = 'big'): Uint8Array {
  const two = (value: number) => (order === 'big' ? [value >> 8, value & 255] : [value & 255, value >> 8])
  const four = (value: number) => (order === 'big' ? [0, 0, ...two(value)] : [...two(value), 0, 0])
  const letters = order === 'big' ? 'MM' : 'II'
  const tiff = [
    ...Buffer.from(letters),
    ...two(42),
    ...four(8),
    ...two(1),
    ...two(0x0112),
    ...two(3),
    ...four(1),
    ...two(orientation),
    0,
    0,
    ...four(0),
  ]
  const notes = [...Buffer.from('Exif\0\0'), ...tiff]
  const size = notes.length + 2
  return Uint8Array.from([...photo.subarray(0, 2), 0xff, 0xe1, size >> 8, size & 255, ...notes, ...photo.subarray(2)])
}

export const dataUrlOf = (type: string, bytes: Uint8Array): string => `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`

/** Width and height of a WebP, from its header. */
export function webpSize(bytes: Uint8Array): readonly [number, number] {
  const file = Buffer.from(bytes)
  const kind = file.toString('latin1', 12, 16)
  if (kind === 'VP8 ') return [file.readUInt16LE(26) & 0x3fff, file.readUInt16LE(28) & 0x3fff]
  if (kind === 'VP8X') return [file.readUIntLE(24, 3) + 1, file.readUIntLE(27, 3) + 1]
  throw new Error(`not a WebP of a known kind: ${kind}`)
}
