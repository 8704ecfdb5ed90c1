import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readDocumentFiles } from './documentFiles.ts'

it('what only has the name of a file is left out, as the server leaves it out', () => {
  const folder = mkdtempSync(join(tmpdir(), 'documents-'))
  writeFileSync(join(folder, 'menu.json'), '{}')
  mkdirSync(join(folder, 'folder.json'))
  symlinkSync(join(folder, 'loop.json'), join(folder, 'loop.json'))
  symlinkSync(join(folder, 'gone.json'), join(folder, 'lost.json'))
  symlinkSync(join(folder, 'menu.json'), join(folder, 'link.json'))
  writeFileSync(join(folder, '._menu.json'), '')
  expect(readDocumentFiles(folder).map(({ path }) => path)).toEqual(['link.json', 'menu.json'])
  rmSync(folder, { recursive: true })
})
