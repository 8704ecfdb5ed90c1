import { describe, expect, it } from 'vitest'
import { fileDataUrlProblem } from './attachments.ts'
import { imageBrokenText, imageDataUrlProblem } from './images.ts'
import { isWholePicture } from './wholePicture.ts'

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
/** Of several scans, as photographs for the web are. */
const jpeg = Buffer.from(
  [
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wEEEAAUABQAFAAUABUAFAAXABkAGQAXAB8AIgAeACIAHwAuACsAJwAnACsALgBGADIANgAyADYAMgBGAGoAQgBOAEIA',
    'QgBOAEIAagBeAHIAXQBWAF0AcgBeAKkAhQB2AHYAhQCpAMMApACbAKQAwwDsANMA0wDsASoBGwEqAYUBhQILEQAUABQAFAAUABUAFAAXABkAGQAXAB8AIgAe',
    'ACIAHwAuACsAJwAnACsALgBGADIANgAyADYAMgBGAGoAQgBOAEIAQgBOAEIAagBeAHIAXQBWAF0AcgBeAKkAhQB2AHYAhQCpAMMApACbAKQAwwDsANMA0wDs',
    'ASoBGwEqAYUBhQIL/8IAEQgACAAMAwEiAAIRAQMRAf/EACkAAQEBAAAAAAAAAAAAAAAAAAABAgEBAQAAAAAAAAAAAAAAAAAAAgP/2gAMAwEAAhADEAAAAM0k',
    'v//EAB8QAAIABQUAAAAAAAAAAAAAAAECAAMRIYIEEkFiov/aAAgBAQABPwBZMopVEA6iynG1YEzV8OmO4jzSP//EABsRAAIBBQAAAAAAAAAAAAAAAAECAAMS',
    'ITEy/9oACAECAQE/AKrWHlTk7E//xAAaEQACAgMAAAAAAAAAAAAAAAABAgAEAxJR/9oACAEDAQE/AKuMWdixKnqz/9k=',
  ].join(''),
  'base64',
)
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** Two rows of three points, each row filled up to four bytes. */
function bmp(): Uint8Array {
  const file = Buffer.alloc(54 + 2 * 12)
  file.write('BM')
  file.writeUInt32LE(54, 10)
  file.writeUInt32LE(40, 14)
  file.writeInt32LE(3, 18)
  file.writeInt32LE(-2, 22)
  file.writeUInt16LE(24, 28)
  return file
}

const pictures: readonly (readonly [type: string, bytes: Uint8Array])[] = [
  ['png', png],
  ['jpeg', jpeg],
  ['gif', gif],
  ['bmp', bmp()],
]
const address = (type: string, bytes: Uint8Array) => `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`

describe.each(pictures)('a %s', (type, whole) => {
  it('one that is whole is taken, with something behind its end too', () => {
    expect(imageDataUrlProblem(address(type, whole))).toBeNull()
    expect(imageDataUrlProblem(address(type, Uint8Array.from([...whole, 1, 2, 3])))).toBeNull()
    expect(fileDataUrlProblem(address(type, whole))).toBeNull()
  })

  it('one of which the end is missing is refused, wherever it ends', () => {
    for (const share of [0.5, 0.9, 0.99]) expect(isWholePicture(whole.subarray(0, Math.floor(whole.length * share)))).toBe(false)
    const cut = address(type, whole.subarray(0, -1))
    expect([imageDataUrlProblem(cut), fileDataUrlProblem(cut)]).toEqual([imageBrokenText, imageBrokenText])
  })
})

it('a PNG without its picture, and a JPEG that ends within a segment, are no pictures', () => {
  const head = png.subarray(0, 33)
  expect(isWholePicture(Uint8Array.from([...head, 0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]))).toBe(false)
  expect(isWholePicture(Uint8Array.from([0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff, 0xff, 0xd9]))).toBe(false)
})

it('the end of a preview within a photograph is not that of the photograph', () => {
  const preview = Uint8Array.from([...jpeg.subarray(0, 2), 0xff, 0xe1, 0, 6, 0xff, 0xd8, 0xff, 0xd9, ...jpeg.subarray(2)])
  expect(isWholePicture(preview)).toBe(true)
  expect(isWholePicture(preview.subarray(0, -20))).toBe(false)
})

it('looking for the end takes no longer the more parts a picture of 1 MB is cut into', () => {
  const begun = performance.now()
  const empty = [0, 0, 0, 0, 0x74, 0x45, 0x58, 0x74, 0, 0, 0, 0]
  const parts = Buffer.concat([png.subarray(0, 33), ...Array.from({ length: 80_000 }, () => Buffer.from(empty))])
  expect(isWholePicture(parts)).toBe(false)
  expect(isWholePicture(Uint8Array.from([0xff, 0xd8, ...new Uint8Array(1_000_000).fill(0xff)]))).toBe(false)
  expect(performance.now() - begun).toBeLessThan(2000)
})
