import { beforeAll, describe, expect, it } from 'vitest'
import { photograph, turned } from './testing.ts'
import { uprightSizeOf } from './uprightSize.ts'

describe('the size of a photograph', () => {
  let photo: Uint8Array
  beforeAll(async () => {
    photo = await photograph(60, 40)
  })

  it('a photograph without notes has the size of its frame', () => {
    expect(uprightSizeOf(photo)).toEqual({ width: 60, height: 40 })
  })

  it.each([
    [1, 60, 40],
    [3, 60, 40],
    [6, 40, 60],
    [8, 40, 60],
  ])('a note %d of the camera makes it %d x %d', (orientation, width, height) => {
    expect(uprightSizeOf(turned(photo, orientation))).toEqual({ width, height })
    expect(uprightSizeOf(turned(photo, orientation, 'little'))).toEqual({ width, height })
  })

  it('notes that point past the end say nothing', () => {
    const broken = turned(photo, 6)
    // The place of the table within the notes.
    broken.set([0xff, 0xff, 0xff, 0xf0], 16)
    expect(uprightSizeOf(broken)).toEqual({ width: 60, height: 40 })
  })
})
