import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'

const importLine = /^(?:import|export)\b(?! type\b)[^'"]*'([^']+)'|\bimport\('([^']+)'\)/gm

/** What a file loads when it runs, as paths within the project or names of packages. */
function loadedBy(file: string): readonly string[] {
  const text = readFileSync(join(projectRoot, file), 'utf8')
  const names = [...text.matchAll(importLine)].map(([, at = '', late = '']) => at || late)
  return names.map((name) => (name.startsWith('.') ? join(dirname(file), name) : name))
}

/** The way from a page to a package that it loads, at once or later; empty when it does not. */
function wayTo(page: string, wanted: string): readonly string[] {
  const ways = new Map([[page, [page]]])
  for (const [file, way] of ways) {
    if (file === wanted || file.startsWith(`${wanted}/`)) return way
    if (!/\.tsx?$/.test(file) || !existsSync(join(projectRoot, file))) continue
    for (const next of loadedBy(file)) if (!ways.has(next)) ways.set(next, [...way, next])
  }
  return []
}

const pages = ['src/console/main.tsx', 'portal/app/main.tsx']

it('no page loads the package of the schemas, which is for the server and would be a fifth of the code of forms', () => {
  expect(pages.map((page) => wayTo(page, 'typebox'))).toEqual([[], []])
})

it('the way to a package that pages do load is found, so the search sees what they load', () => {
  expect(pages.map((page) => wayTo(page, 'axios').at(-1))).toEqual(['axios', 'axios'])
  expect(wayTo('src/console/main.tsx', '@rjsf/core').length).toBeGreaterThan(3)
})
