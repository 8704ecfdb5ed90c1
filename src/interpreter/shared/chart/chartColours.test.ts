import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tones } from '../../../language/documents/vocabulary.ts'
import { chartColours, colourCount } from './chartColours.ts'

/** Red, green and blue between 0 and 1, in linear light. */
type Light = readonly [red: number, green: number, blue: number]

const css = ['../../../console/theme.css', 'chartColours.css']
  .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
  .join('\n')

function themeOf(name: 'light' | 'dark'): ReadonlyMap<string, string> {
  const blocks = css.matchAll(new RegExp(`\\[data-bs-theme="${name}"\\] \\{([^}]*)\\}`, 'g'))
  const block = [...blocks].map(([, inside = '']) => inside).join('')
  return new Map([...block.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, key = '', value = '']) => [key, value]))
}

function lightOf(hex: string): Light {
  const long = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, '$&$&') : hex
  const linear = (start: number) => {
    const value = Number.parseInt(long.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [linear(1), linear(3), linear(5)]
}

function contrast(one: Light, other: Light): number {
  const luminance = ([red, green, blue]: Light) => 0.2126 * red + 0.7152 * green + 0.0722 * blue
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].sort((left, right) => right - left)
  return (bright + 0.05) / (dim + 0.05)
}

/** How people see who lack one kind of cones (Machado, Oliveira and Fernandes 2009, severity 1). */
const sights: Readonly<Record<string, readonly number[]>> = {
  all: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  'no red': [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  'no green': [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  'no blue': [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
}

function seen(light: Light, matrix: readonly number[]): readonly [number, number, number] {
  const row = (start: number) =>
    Math.min(
      1,
      Math.max(
        0,
        light.reduce((sum, part, index) => sum + part * (matrix[start + index] ?? 0), 0),
      ),
    )
  const [red, green, blue] = [row(0), row(3), row(6)]
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ]
}

describe.each(['light', 'dark'] as const)('the chart colours of the %s theme', (name) => {
  const theme = themeOf(name)
  const style = { getPropertyValue: (key: string) => theme.get(key) ?? '' }
  const colours = Array.from({ length: colourCount }, (_unused, index) => chartColours(style).at(index))
  const { other } = chartColours(style)

  // One part of each tone, and as many more as there are colours for.
  const toned = chartColours(style).ofTones([...tones, undefined, 'secondary']) ?? []

  it('the chart colours stand out from page and card by 3 to 1', () => {
    const grounds = [theme.get('--console-surface') ?? '', theme.get('--bs-body-bg') ?? '']
    for (const colour of [...colours, ...toned, other])
      for (const ground of grounds) expect(contrast(lightOf(colour), lightOf(ground)), `${colour} on ${ground}`).toBeGreaterThanOrEqual(3)
  })

  it.each(Object.entries(sights))('the chart colours are told apart by people with %s cones', (_who, matrix) => {
    expect([leastDistance([...colours, other], matrix), leastDistance(toned, matrix)].map((distance) => distance > 0.075)).toEqual([
      true,
      true,
    ])
  })
})

/** In OKLab, where 0.02 is just noticeable side by side. */
function leastDistance(colours: readonly string[], matrix: readonly number[]): number {
  const views = colours.map((colour) => seen(lightOf(colour), matrix))
  const distances = views.flatMap((one, index) =>
    views.slice(0, index).map((other) => Math.hypot(...one.map((part, place) => part - (other[place] ?? 0)))),
  )
  return Math.min(...distances)
}

describe('colours of tones', () => {
  const { ofTones } = chartColours({ getPropertyValue: (name) => name })

  it('a part has the colour of its tone; one of a tone that is taken, or without any, has a colour that no tone has', () => {
    expect(ofTones(['danger', 'success', 'danger', undefined])).toEqual(['--chart-danger', '--chart-success', '--chart-4', '--chart-7'])
  })

  it('parts that would share colours, or have no tones at all, have none from tones', () => {
    expect(ofTones(['success', 'success', 'success', 'success'])).toBeNull()
    expect(ofTones([undefined, undefined])).toBeNull()
  })
})
