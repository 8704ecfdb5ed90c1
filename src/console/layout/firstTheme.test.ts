// @vitest-environment jsdom
import { createStore } from 'jotai'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { printInLight, themeAtom } from './theme.ts'

const device = (prefersDark: boolean) => vi.stubGlobal('matchMedia', () => ({ matches: prefersDark }))
const shown = () => document.documentElement.dataset.bsTheme

let loads = 0

/** Runs the script once more; a module of the same name would not run again. */
async function load(): Promise<void> {
  loads += 1
  await import(/* @vite-ignore */ `./firstTheme.ts?${loads}`)
}

afterEach(() => {
  localStorage.clear()
  delete document.documentElement.dataset.bsTheme
})

describe('the theme of a page that is opened', () => {
  it('the theme of a page that is opened is what the device prefers until somebody chooses', async () => {
    for (const [prefersDark, theme] of [
      [true, 'dark'],
      [false, 'light'],
    ] as const) {
      device(prefersDark)
      await load()
      expect(shown()).toBe(theme)
    }
  })

  it('the theme of a page that is opened is the one that was chosen before', async () => {
    for (const theme of ['dark', 'light'] as const) {
      device(theme === 'light')
      createStore().set(themeAtom, theme)
      delete document.documentElement.dataset.bsTheme
      await load()
      expect(shown()).toBe(theme)
    }
  })
})

it('a dark page is printed in light, and dark afterwards', () => {
  document.documentElement.dataset.bsTheme = 'dark'
  printInLight()
  window.dispatchEvent(new Event('beforeprint'))
  expect(shown()).toBe('light')
  window.dispatchEvent(new Event('afterprint'))
  expect(shown()).toBe('dark')
})
