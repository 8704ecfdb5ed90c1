import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises'
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
  ['a link in a folder that leads back to what has it', () => mkdir(odd()).then(() => symlink('..', join(odd(), 'back')))],
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

it('a link to a folder is read as the folder, at a start as at a save', async () => {
  await mkdir(join(folder, 'kept'))
  await writeFile(join(folder, 'kept', 'one.json'), '[]')
  await symlink(join(folder, 'kept'), join(folder, 'linked'))
  const files = [{ path: 'kept/one.json', text: '[]' }, { path: 'linked/one.json', text: '[]' }, menu]
  expect(await readSchemaFiles(folder)).toEqual(files)
  expect(await rereadSchemaFiles(folder, [menu], new Set(['kept', 'linked'].map((name) => join(folder, name, 'one.json'))))).toEqual(files)
})

it('a hidden file is none, at a start and at a save: nobody sees it who would have to correct it', async () => {
  const hidden = ['._menu.json', '.#menu.json', '.trash/menu.json'].map((path) => join(folder, path))
  await mkdir(join(folder, '.trash'))
  for (const path of hidden) await writeFile(path, '{')
  expect(await readSchemaFiles(folder)).toEqual([menu])
  expect(await rereadSchemaFiles(folder, [menu], new Set(hidden))).toEqual([menu])
})

it('a file of gigabytes is not read, and says what to do with it', async () => {
  await writeFile(odd(), '')
  await truncate(odd(), 3e9)
  const unread = '檔案大小 3000000000 位元組，超過上限 262144；請確認放的是文件，或拆成幾個文件'
  const files = [menu, { path: 'odd.json', text: '', unread }]
  expect(await readSchemaFiles(folder)).toEqual(files)
  const again = await rereadSchemaFiles(folder, files, new Set([odd()]))
  expect(again.every((file) => files.includes(file as never))).toBe(true)
})
