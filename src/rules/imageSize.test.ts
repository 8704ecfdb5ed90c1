import { describe, expect, it } from 'vitest'
import { imageSizeOf } from './imageSize.ts'
import { imageBrokenText, imageDataUrlProblem, imageExtensionText, imagePixelsText } from './images.ts'

const bytes = (...parts: readonly (number | readonly number[])[]) => Uint8Array.from(parts.flat())
const two = (value: number) => [value >> 8, value & 255]
const twoLittle = (value: number) => [value & 255, value >> 8]
const fourLittle = (value: number) => [value & 255, (value >> 8) & 255, (value >> 16) & 255, (value >> 24) & 255]

/** Files of a few bytes: a header with the size of the picture, and nothing after it. */
const files = {
  png: (width: number, height: number) =>
    bytes(
      [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0],
      two(width),
      [0, 0],
      two(height),
      [8, 6, 0, 0, 0],
    ),
  gif: (width: number, height: number) => bytes([0x47, 0x49, 0x46, 0x38, 0x39, 0x61], twoLittle(width), twoLittle(height), [0, 0, 0]),
  jpeg: (width: number, height: number) =>
    // A comment and a fill byte precede the frame.
    bytes([0xff, 0xd8, 0xff, 0xfe, 0, 4, 0xff, 0xc0, 0xff, 0xff, 0xc2, 0, 17, 8], two(height), two(width), [3]),
  bmp: (width: number, height: number) =>
    bytes([0x42, 0x4d], Array(12).fill(0), fourLittle(40), fourLittle(width), fourLittle(-height), [1, 0, 24, 0]),
} as const
const oldBmp = (width: number, height: number) =>
  bytes([0x42, 0x4d], Array(12).fill(0), fourLittle(12), twoLittle(width), twoLittle(height), [1, 0, 24, 0])
const dataUrl = (type: string, file: Uint8Array) => `data:image/${type};base64,${btoa(String.fromCharCode(...file))}`

describe.each(Object.entries(files))('a %s', (type, fileOf) => {
  it('says its size', () => expect(imageSizeOf(fileOf(640, 480))).toEqual({ width: 640, height: 480 }))
  // The files are heads only, which are no whole pictures.
  it('a picture may be 4,096 x 4,096', () => expect(imageDataUrlProblem(dataUrl(type, fileOf(4096, 4096)))).toBe(imageBrokenText))
  it.each([
    [4097, 1],
    [1, 4097],
    [65_535, 65_535],
  ])('a picture of %i x %i is refused', (width, height) =>
    expect(imageDataUrlProblem(dataUrl(type, fileOf(width, height)))).toBe(imagePixelsText),
  )
  it('a picture without any extent is refused', () => expect(imageDataUrlProblem(dataUrl(type, fileOf(0, 0)))).toBe(imageExtensionText))
  it('a picture that breaks off anywhere in its header is refused', () => {
    const whole = fileOf(640, 480)
    const needed = { png: 24, gif: 10, jpeg: whole.length - 1, bmp: 26 }[type] ?? 0
    for (let length = 0; length < needed; length += 1) expect([length, imageSizeOf(whole.slice(0, length))]).toEqual([length, null])
  })
})

it('reads the oldest BMP header', () => expect(imageSizeOf(oldBmp(5000, 3))).toEqual({ width: 5000, height: 3 }))
it('the measuring does not look for a frame behind the picture itself', () => {
  expect(imageSizeOf(bytes([0xff, 0xd8, 0xff, 0xda, 0, 2, 0xff, 0xc0, 0, 17, 8, 0, 1, 0, 1, 3]))).toBeNull()
  expect(imageSizeOf(bytes([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff, 0xe0]))).toBeNull()
})
