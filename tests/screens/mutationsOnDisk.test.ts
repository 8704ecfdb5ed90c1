import { chmod, cp, mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Catalog } from '../../src/language/catalog/catalog.ts'
import { createRandom, type Random } from '../../src/server/demo/random.ts'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'
import { publishedNames } from '../../src/server/publishedNames.ts'
import { DocumentStore } from '../../src/server/screens/documentStore.ts'
import { mutationsInAll } from './damage.ts'
import { mutate } from './mutate.ts'
import { shipped, shippedFiles } from './shipped.ts'

vi.setConfig({ testTimeout: 300_000 })

let folder: string
let saved: Catalog | undefined
const failures: unknown[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'damaged-'))
  await cp(join(projectRoot, 'schemas'), folder, { recursive: true })
  saved = undefined
  failures.length = 0
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const open = () =>
  new DocumentStore({
    known: publishedNames,
    folder,
    save: async (catalog) => {
      saved = catalog
    },
    reportFailure: (error) => void failures.push(error),
  })

const snapshots = () => [...(saved?.files ?? [])].map(([path, { text }]) => ({ path, text }))

/** Files that editors, version control and full disks leave behind, in addition to damaged documents. */
const accidents: readonly ((path: string, random: Random) => Promise<void>)[] = [
  (path) => truncate(path, 0),
  (path) => writeFile(path, Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x7b])),
  (path) => writeFile(path, `\ufeff${'['.repeat(100_000)}`),
  (path) => writeFile(path, `"${'x'.repeat(300 * 1024)}"`),
  (path, random) => writeFile(path, mutate('{"a": {"b": [1, 2, 3]}}', random)),
  (path) => writeFile(path, '<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> other\n'),
  async (path) => {
    await rm(path, { force: true })
    await mkdir(path)
  },
  async (path) => {
    await rm(path, { force: true })
    await symlink(path, path)
  },
  (path) => chmod(path, 0o000),
]

it('serves every screen through damaged files and starts again on them as it was, again and again', async () => {
  const random = createRandom(77)
  let store = open()
  await store.start([])
  const screens = [...store.catalog.screens.keys()].sort()
  for (let round = 0; round < Math.ceil(mutationsInAll / 250); round += 1) {
    for (const file of shippedFiles) if (random.integer(0, 9) === 0) await writeFile(join(folder, file.path), mutate(file.text, random))
    await store.reload()
    expect([...store.catalog.screens.keys()].sort()).toEqual(screens)
    // The next start finds the damaged files on disk, and the served versions in its database.
    const before = new Map([...store.catalog.screens].map(([uri, { hash }]) => [uri, hash]))
    await store.close()
    store = open()
    await store.start(snapshots())
    expect(new Map([...store.catalog.screens].map(([uri, { hash }]) => [uri, hash]))).toEqual(before)
  }
  for (const file of shippedFiles) await writeFile(join(folder, file.path), file.text)
  await store.reload()
  expect([...store.catalog.screens].map(([uri, { hash }]) => [uri, hash]).sort()).toEqual(
    [...shipped.catalog.screens].map(([uri, { hash }]) => [uri, hash]).sort(),
  )
  await store.close()
  expect(failures).toEqual([])
})

it.each(accidents.map((accident, index) => [index, accident] as const))(
  'goes on after accident %d with a file',
  async (_index, accident) => {
    const store = open()
    await store.start([])
    const screens = [...store.catalog.screens.keys()].sort()
    const victim = join(folder, 'screens/_company/companies.json')
    await accident(victim, createRandom(5))
    await store.reload()
    expect([...store.catalog.screens.keys()].sort().filter((uri) => uri !== '/_company/companies')).toEqual(
      screens.filter((uri) => uri !== '/_company/companies'),
    )
    await rm(victim, { recursive: true, force: true })
    await writeFile(victim, shippedFiles.find((file) => file.path === 'screens/_company/companies.json')?.text ?? '')
    await store.reload()
    expect([...store.catalog.screens.keys()].sort()).toEqual(screens)
    await store.close()
  },
)
