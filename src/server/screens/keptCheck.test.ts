import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CheckResult, checkDocuments } from '../../language/check/checkDocuments.ts'
import type { DocumentFile } from '../../language/check/checkedFiles.ts'
import type { Diagnostic } from '../../language/findings/diagnostic.ts'
import { projectRoot } from '../platform/projectRoot.ts'
import { publishedNames } from '../publishedNames.ts'
import { DocumentStore } from './documentStore.ts'
import { KeptCheck } from './keptCheck.ts'
import { readSchemaFiles } from './schemaFiles.ts'

const uri = '/_company/companies'

describe('a kept check', () => {
  let dataDir: string
  let files: readonly DocumentFile[]
  let checked: CheckResult

  beforeAll(async () => {
    files = await readSchemaFiles(join(projectRoot, 'schemas'))
    checked = checkDocuments(files, publishedNames)
  })
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kept-'))
    await new KeptCheck(dataDir, 'code').keep(files, checked)
  })
  afterEach(() => rm(dataDir, { recursive: true }))

  const recall = (given: readonly DocumentFile[], code = 'code') => new KeptCheck(dataDir, code).recall(given)
  const changed = (change: (text: string) => string) =>
    files.map((file) => (file.path.endsWith('companies.json') ? { ...file, text: change(file.text) } : file))

  it('says for the shipped documents all that a new check says', async () => {
    const { catalog, diagnostics } = checked
    const plain = [...catalog.files].map(([path, { origin: _origin, ...file }]) => [path, file] as const)
    expect(await recall(files)).toEqual({ diagnostics, catalog: { ...catalog, files: new Map(plain) } })
  })

  it('a kept check is of no use once a document, the files that there are, or the code is another', async () => {
    expect(await recall(changed((text) => text.replace('"title"', ' "title"')))).toBeNull()
    expect(await recall(files.filter(({ path }) => path !== 'menu.json'))).toBeNull()
    expect(await recall([...files, { path: 'dictionaries/Added.json', text: '{}' }])).toBeNull()
    expect(await recall(files, 'later code')).toBeNull()
  })

  it('a kept check counts for nothing when its file was cut off or damaged', async () => {
    const path = join(dataDir, 'documents/check.bin')
    const whole = await readFile(path)
    await writeFile(path, whole.subarray(0, whole.length - 1))
    expect(await recall(files)).toBeNull()
    const damaged = Buffer.from(whole)
    damaged[1000] = (damaged[1000] ?? 0) ^ 1
    await writeFile(path, damaged)
    expect(await recall(files)).toBeNull()
  })

  describe('in a store of documents', () => {
    let stores: DocumentStore[]
    beforeEach(() => {
      stores = []
    })
    afterEach(() => Promise.all(stores.map((store) => store.close())))

    const open = async (found: readonly Diagnostic[] = []) => {
      const kept = new KeptCheck(dataDir, 'code')
      const folder = join(projectRoot, 'schemas')
      const reportFailure = (error: unknown) => {
        throw error
      }
      const options = { known: publishedNames, folder, kept, inspect: () => found, save: async () => undefined, reportFailure }
      const store = new DocumentStore(options)
      stores.push(store)
      await store.start([])
      return store
    }
    /** What no check of these files would say, so that it can be seen where the store has it from. */
    const keepOther = async () => {
      const { catalog } = checkDocuments(
        changed((text) => text.replace(/"title": "[^"]*"/, '"title": "別的標題"')),
        publishedNames,
      )
      await rm(join(dataDir, 'documents'), { recursive: true })
      await new KeptCheck(dataDir, 'code').keep(files, { catalog, diagnostics: [] })
    }

    it('the store begins with a kept check, and checks again later', async () => {
      await keepOther()
      const store = await open()
      expect(store.catalog.screens.get(uri)?.title).toBe('別的標題')
      const told: string[] = []
      store.onChange(({ screens }) => told.push(...screens.map((screen) => screen.uri)))
      await store.checkAgain()
      expect([store.catalog.screens.get(uri)?.title, told]).toEqual([checked.catalog.screens.get(uri)?.title, [uri]])
    })

    it('a kept check is not taken over when a finding needs the place at which something was written', async () => {
      await keepOther()
      const place = { file: 'menu.json', line: 1, column: 1, pointer: '' }
      const store = await open([{ ...place, severity: 'error', code: 'database-difference', message: '' }])
      expect(store.catalog.screens.get(uri)?.title).toBe(checked.catalog.screens.get(uri)?.title)
    })

    it('a store that found none makes one', async () => {
      await rm(join(dataDir, 'documents'), { recursive: true })
      await (await open()).checkAgain()
      expect((await recall(files))?.catalog.screens.size).toBe(checked.catalog.screens.size)
    })
  })
})
