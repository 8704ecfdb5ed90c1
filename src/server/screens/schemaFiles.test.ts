import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readSchemaFiles, rereadSchemaFiles } from './schemaFiles.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'documents-'))
  await writeFile(join(folder, 'menu.json'), '{}')
})
afterEach(() => rm(folder, { recursive: true }))

const menu = { path: 'menu.json', text: '{}' }
const odd = () => join(folder, 'odd.json')

const oddities: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['a folder', () => mkdir(odd())],
  ['a pipe, which would never end', () => promisify(execFile)('mkfifo', [odd()])],
  ['a link to nothing', () => symlink(join(folder, 'gone.json'), odd())],
  ['a link to itself', () => symlink(odd(), odd())],
  ['a link to a folder', () => symlink(folder, odd())],
]

it.each(oddities)('%s in place of a file is as no file, at a start and at a save', async (_name, make) => {
  await make()
  expect(await readSchemaFiles(folder)).toEqual([menu])
  expect(await rereadSchemaFiles(folder, [menu, { path: 'odd.json', text: '[]' }], new Set([odd()]))).toEqual([menu])
})

it('a link to a file is read as the file, at a start as at a save', async () => {
  await writeFile(join(folder, 'elsewhere.txt'), '[]')
  await symlink(join(folder, 'elsewhere.txt'), odd())
  const files = [menu, { path: 'odd.json', text: '[]' }]
  expect(await readSchemaFiles(folder)).toEqual(files)
  expect(await rereadSchemaFiles(folder, [menu], new Set([odd()]))).toEqual(files)
})
