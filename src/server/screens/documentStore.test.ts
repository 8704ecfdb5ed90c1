import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Catalog } from '../../language/catalog/catalog.ts'
import type { DocumentFile } from '../../language/check/checkedFiles.ts'
import { projectRoot } from '../platform/projectRoot.ts'
import { publishedNames } from '../publishedNames.ts'
import { DocumentStore } from './documentStore.ts'
import type { DocumentChange } from './documents.ts'

const companies = 'screens/_company/companies.json'
const uri = '/_company/companies'

describe('DocumentStore', () => {
  let folder: string
  let saved: Catalog | undefined
  let stores: DocumentStore[]

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'documents-'))
    await cp(join(projectRoot, 'schemas'), folder, { recursive: true })
    saved = undefined
    stores = []
  })
  afterEach(async () => {
    for (const store of stores) await store.close()
    await rm(folder, { recursive: true })
  })

  const open = async (
    snapshots: readonly DocumentFile[] = [],
    options: Partial<ConstructorParameters<typeof DocumentStore>[0]> = {},
  ): Promise<DocumentStore> => {
    const store = new DocumentStore({
      known: publishedNames,
      folder,
      save: async (catalog) => {
        saved = catalog
      },
      reportFailure: (error) => {
        throw error
      },
      // On a busy machine the second half of a file can come later than it does from any editor.
      unfinishedMs: 5000,
      ...options,
    })
    stores.push(store)
    await store.start(snapshots)
    return store
  }
  const edit = async (change: (text: string) => string): Promise<void> => {
    const path = join(folder, companies)
    await writeFile(path, change(await readFile(path, 'utf8')))
  }
  const retitled = (title: string) => (text: string) => text.replace(/"title": "[^"]*"/, `"title": "${title}"`)

  it('what cannot be read, or leads back to where it stands, keeps no other save from being taken', async () => {
    const store = await open()
    await store.watch()
    await symlink('..', join(folder, 'screens', '_back'))
    await writeFile(join(folder, 'entities', 'huge.json'), '')
    await truncate(join(folder, 'entities', 'huge.json'), 3e9)
    await vi.waitFor(() => expect(store.diagnostics.map(({ file }) => file)).toEqual(['entities/huge.json']), { timeout: 20_000 })
    await edit(retitled('旁邊的'))
    await vi.waitFor(() => expect(store.catalog.screens.get(uri)?.title).toBe('旁邊的'), { timeout: 20_000 })
    expect(store.diagnostics.map(({ file }) => file)).toEqual(['entities/huge.json'])
  })

  // Whoever may read everything cannot be refused a file.
  it.skipIf(process.getuid?.() === 0)('what may not be read keeps its last good version, and is read as soon as it may be', async () => {
    const store = await open([], { retryMs: 200 })
    await store.watch()
    const path = join(folder, companies)
    await edit(retitled('鎖住的'))
    await chmod(path, 0)
    await vi.waitFor(() => expect(store.diagnostics.map(({ message }) => message).join()).toContain('EACCES'), { timeout: 20_000 })
    expect(store.catalog.screens.has(uri)).toBe(true)
    await chmod(path, 0o600)
    await vi.waitFor(() => expect(store.catalog.screens.get(uri)?.title).toBe('鎖住的'), { timeout: 20_000 })
    expect(store.diagnostics).toEqual([])
  })

  it('what is saved before the folder is watched is read, new files too', async () => {
    const store = await open()
    await edit(retitled('之前存的'))
    const added = { name: 'AddedWord', title: '新增的', options: [{ key: '1', value: '一' }] }
    await writeFile(join(folder, 'dictionaries/AddedWord.json'), JSON.stringify(added))
    await store.watch()
    expect([store.catalog.screens.get(uri)?.title, store.catalog.dictionaries.has('AddedWord')]).toEqual(['之前存的', true])
  })

  it('what a database that was away kept from being served is served when the folder is watched', async () => {
    const failures: unknown[] = []
    const inspectChange = vi.fn(async () => [] as const).mockRejectedValueOnce(new Error('away'))
    const store = await open([], { inspectChange, reportFailure: (error) => failures.push(error) })
    expect([failures.length, store.catalog.screens.size]).toEqual([1, 0])
    await store.watch()
    expect([failures.length, store.catalog.screens.get(uri)?.entity.name]).toEqual([1, 'company'])
  })

  it('documents that were accepted once are not checked again when the folder is watched', async () => {
    const inspectChange = vi.fn(async () => [] as const)
    const store = await open([], { inspectChange })
    await store.watch()
    expect(inspectChange).toHaveBeenCalledTimes(1)
  })

  it('serves the documents of the folder and keeps them for the next start', async () => {
    const store = await open()
    expect(store.diagnostics.filter((one) => one.severity === 'error')).toEqual([])
    expect(store.catalog.screens.get(uri)?.entity.name).toBe('company')
    expect(saved?.files.has(companies)).toBe(true)
  })

  it('DocumentStore takes over an edit while it runs, and tells what changed', async () => {
    const store = await open()
    await store.watch()
    const changed = new Promise<DocumentChange>((resolve) => store.onChange(resolve))
    await edit(retitled('新標題'))
    const change = await changed
    expect(change).toMatchObject({ screens: [{ uri, hash: store.catalog.screens.get(uri)?.hash }], menu: true })
    expect(store.catalog.screens.get(uri)?.title).toBe('新標題')
  })

  it('DocumentStore goes on serving the last good version of a broken file, and says where it is broken', async () => {
    const store = await open()
    const good = store.catalog.screens.get(uri)
    await edit((text) => text.replace('"columns"', '"colums"'))
    await store.reload()
    expect(store.catalog.screens.get(uri)).toBe(good)
    expect(store.diagnostics[0]).toMatchObject({ file: companies, severity: 'error', line: expect.any(Number) })
    expect(saved?.files.get(companies)?.text).not.toContain('colums')
  })

  it('starts with a broken file on disk as it was served before', async () => {
    const first = await open()
    const snapshots = [...first.catalog.files].map(([path, { text }]) => ({ path, text }))
    await edit(() => '{ broken')
    const second = await open(snapshots)
    expect(second.catalog.screens.get(uri)?.hash).toBe(first.catalog.screens.get(uri)?.hash)
    expect(second.diagnostics.some((one) => one.file === companies)).toBe(true)
  })

  it('DocumentStore notices files that are written in two steps, added, moved and deleted while it runs', async () => {
    const store = await open()
    await store.watch()
    const until = (holds: () => boolean) => vi.waitFor(() => expect(holds()).toBe(true), { timeout: 5000 })
    const heard: number[] = []
    store.onChange(({ diagnosticCount }) => heard.push(diagnosticCount))
    const text = retitled('分兩次寫')(await readFile(join(folder, companies), 'utf8'))
    await writeFile(join(folder, companies), text.slice(0, 200))
    await new Promise((resolve) => setTimeout(resolve, 60))
    await writeFile(join(folder, companies), text)
    await until(() => store.catalog.screens.get(uri)?.title === '分兩次寫')
    expect(heard).toEqual([store.diagnostics.length])

    const thing = { name: 'thing', title: '物件', key: 'no', label: 'no', type: 'object', properties: { no: { type: 'string' } } }
    await mkdir(join(folder, 'entities/new'))
    await writeFile(join(folder, 'entities/new/thing.json'), JSON.stringify(thing))
    await until(() => store.catalog.files.has('entities/new/thing.json'))
    await rename(join(folder, 'entities/new'), join(folder, 'entities/newer'))
    await until(() => store.catalog.files.has('entities/newer/thing.json') && !store.catalog.files.has('entities/new/thing.json'))
    await rm(join(folder, 'entities/newer'), { recursive: true })
    await until(() => !store.catalog.entities.has('thing'))
    await writeFile(join(folder, 'aside.json'), '{}')
    await until(() => store.diagnostics.some(({ file }) => file === 'aside.json'))
  })

  it('DocumentStore notices a file that is saved again at once', async () => {
    const store = await open()
    await store.watch()
    const saidFirst = new Promise<void>((resolve) => store.onChange(() => resolve()))
    const path = join(folder, 'menu.json')
    const menu = await readFile(path, 'utf8')
    const named = (name: string) => writeFile(path, menu.replace(/"displayName": "[^"]*"/, `"displayName": "${name}"`))
    await named('第一次')
    await saidFirst
    await named('第二次')
    await vi.waitFor(() => expect(store.catalog.menu?.groups[0]?.displayName).toBe('第二次'), { timeout: 5000 })
  })

  it('forgets a deleted file', async () => {
    const store = await open()
    await rm(join(folder, companies))
    await store.reload()
    expect(store.catalog.screens.has(uri)).toBe(false)
  })
})
