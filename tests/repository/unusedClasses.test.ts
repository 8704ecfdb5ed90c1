import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unusedClasses } from '../../src/commands/lib/unusedClasses.mjs'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'

const unused = new Set(unusedClasses())

test('components that the console does not have are left out of the build', () => {
  for (const name of ['carousel', 'popover-body', 'col-xxl-11', 'ms-lg-5', 'form-floating', 'offcanvas-xl', 'was-validated'])
    expect(unused, name).toContain(name)
})

test('what pages are drawn with stays in the build', () => {
  for (const name of [
    'btn-outline-danger',
    'modal-xl',
    'text-bg-success',
    'text-end',
    'bg-info-subtle',
    'form-select-sm',
    'visually-hidden',
  ])
    expect(unused, name).not.toContain(name)
})

/** Beginnings to which only the tones and alignments are added that are never left out. */
const known = ['text-', 'bg-']

test('no source puts a class together that the build leaves out', () => {
  const found = ['src/console', 'src/client', 'src/interpreter'].flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .flatMap((file) => beginnings(readFileSync(join(projectRoot, folder, file), 'utf8')))
      .flatMap((beginning) => [...unused].filter((name) => name.startsWith(beginning))),
  )
  expect(found).toEqual([])
})

/** What stands before a value in the text of a class: `btn-outline-` of `btn-outline-${tone}`. */
function beginnings(source: string): readonly string[] {
  const texts = source.match(/(?<=class(Name|es)?\b[^\n]*)`[^`]*`/gi) ?? []
  return texts
    .flatMap((text) => [...text.matchAll(/([a-z][\w-]*-)\$\{/g)].map(([, beginning = '']) => beginning))
    .filter((one) => !known.includes(one))
}
