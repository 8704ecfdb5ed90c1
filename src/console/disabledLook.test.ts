import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8')

/** The value of a variable that a theme sets. */
function valueIn(theme: string, name: string): string {
  const block = new RegExp(`\\[data-bs-theme="${theme}"\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? ''
  return new RegExp(`${name}: (#[0-9a-f]{3,6});`).exec(block)?.[1] ?? ''
}

function luminance(hex: string): number {
  const long = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, '$&$&') : hex
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(long.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].sort((left, right) => right - left)
  return (bright + 0.05) / (dim + 0.05)
}

it.each(['light', 'dark'])('a disabled button is grey whatever its tone, faint beside the palest enabled one: %s', (theme) => {
  const grey = valueIn(theme, '--console-disabled')
  const surface = valueIn(theme, '--console-surface')
  expect(contrast(grey, surface)).toBeGreaterThanOrEqual(2.5)
  for (const enabled of ['--bs-secondary-color', '--bs-primary', '--bs-body-color'])
    expect(contrast(valueIn(theme, enabled), grey), enabled).toBeGreaterThanOrEqual(2)
  expect(css).toMatch(
    /:is\(\.btn:disabled, \.btn\.disabled, fieldset:disabled \.btn\) \{[^}]*--bs-btn-disabled-color: var\(--console-disabled\)/,
  )
})
