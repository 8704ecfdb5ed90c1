// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ownPath } from '../../client/parts/ownIcons.ts'
import { iconNames } from '../../rules/iconNames.ts'
import { aliases, MenuIcon } from './MenuIcon.tsx'
import pictures from './symbols.svg?raw'

afterEach(cleanup)

const drawings = new Map([...pictures.matchAll(/<path id="(\w+)" d="([^"]+)"\/>/g)].map(([, id, d]) => [id, d]))

test('every icon that documents may name is drawn, by code or in the file of pictures, and only once', () => {
  for (const name of iconNames) {
    const symbol = aliases.get(name) ?? name
    expect(
      [ownPath(symbol), drawings.get(symbol)].filter((path) => path !== undefined),
      name,
    ).toHaveLength(1)
  }
  expect(new Set(drawings.values()).size).toBe(drawings.size)
})

test('the file holds nothing that no document can name', () => {
  const names = new Set<string>(iconNames)
  const wanted = new Set([...names, ...aliases.values()])
  expect([...drawings.keys()].filter((name) => !wanted.has(name ?? ''))).toEqual([])
  expect([...aliases.keys()].filter((name) => !names.has(name))).toEqual([])
})

test('what code draws too is drawn at once, the rest from the file', () => {
  const { container } = render(
    <>
      <MenuIcon name="settings" />
      <MenuIcon name="push_pin" />
      <MenuIcon name="store" />
      <MenuIcon name="assessment" />
      <MenuIcon name="constructor" />
    </>,
  )
  const [own, alias, ...others] = container.querySelectorAll('svg')
  expect(own?.querySelector('path')?.getAttribute('d')).toBe(ownPath('settings'))
  expect(alias?.querySelector('path')?.getAttribute('d')).toBe(ownPath('keep'))
  const parts = others.map((one) => one.querySelector('use')?.getAttribute('href')?.split('#')[1])
  expect(parts).toEqual(['store', 'insert_chart', 'constructor'])
})
