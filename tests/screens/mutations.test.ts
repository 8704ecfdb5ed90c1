import { describe, expect, it, vi } from 'vitest'
import type { Catalog } from '../../src/language/catalog/catalog.ts'
import { mergeCatalog } from '../../src/language/catalog/mergeCatalog.ts'
import { type CheckResult, checkDocuments } from '../../src/language/check/checkDocuments.ts'
import type { DocumentFile } from '../../src/language/check/checkedFiles.ts'
import { restrictScreen } from '../../src/language/rights/restrictScreen.ts'
import { screenPermissions } from '../../src/language/testing/screenPermissions.ts'
import { createRandom } from '../../src/server/demo/random.ts'
import { publishedNames } from '../../src/server/publishedNames.ts'
import { countCalls } from '../support/countCalls.ts'
import { damage, entitiesOf, familyOf, mutationsInAll, seedOf } from './damage.ts'
import { shipped, shippedFiles, shippedScreens } from './shipped.ts'

/** Complete installations are checked less often, because one such check costs as much as a dozen small ones. */
const wholeRounds = Math.ceil(mutationsInAll / 250)

/** Dictionaries of code need only their names here. */
const knownWithDictionaries = {
  ...publishedNames,
  dictionaries: new Set([...publishedNames.dictionaries, ...shipped.catalog.dictionaries.keys()]),
}

const dictionaryFamily = 'the dictionaries'

const families: readonly (readonly [name: string, files: readonly DocumentFile[]])[] = [
  ...shippedScreens.map(([uri, screen]) => [uri, familyOf(screen)] as const),
  [dictionaryFamily, shippedFiles.filter((file) => file.path.startsWith('dictionaries/'))],
]

/** Checks that everything that a served screen consists of exists. */
function expectWhole(catalog: Catalog): void {
  for (const screen of catalog.screens.values()) {
    for (const name of entitiesOf(screen)) expect(catalog.entities.has(name), `${screen.uri} without ${name}`).toBe(true)
    const fields = new Set([...Object.keys(catalog.entities.get(screen.entity.name)?.properties ?? {}), ...standardFields])
    const shown = [...screen.list.columns, ...screen.list.filters].map((one) => one.field)
    expect(
      shown.filter((field) => !fields.has(field)),
      screen.uri,
    ).toEqual([])
    expect(restrictScreen(screen, new Set(screenPermissions(screen)))?.uri).toBe(screen.uri)
  }
}

const standardFields = ['id', 'rowVersion', 'createdBy', 'createdAt', 'updatedBy', 'updatedAt']

/** Checks what is served after a file was damaged: every screen that was served before, and each broken file in its last version. */
function expectServed(good: Catalog, damaged: Catalog): void {
  const merged = mergeCatalog(good, damaged)
  expect([...merged.screens.keys()].sort()).toEqual([...good.screens.keys()].sort())
  for (const path of damaged.broken) expect(merged.files.get(path)?.text, path).toBe(good.files.get(path)?.text)
  expectWhole(merged)
}

/** What a check tells its caller, without the functions that find places. */
function told({ catalog: { files, ...catalog }, diagnostics }: CheckResult): unknown {
  return { diagnostics, catalog, texts: [...files].map(([path, { name, text, uses }]) => [path, name, text, uses]) }
}

/** A document as large as the limits allow, in which everything is wrong: every mistake must be found and explained. */
function crowded(count: number, makeList: (index: number) => object): DocumentFile {
  const parts = Array.from({ length: count }, (_unused, index) => makeList(index))
  const list = parts.reduce<Record<string, unknown>>((all, part) => {
    for (const [key, value] of Object.entries(part))
      all[key] = Array.isArray(value) ? [...((all[key] as unknown[]) ?? []), ...value] : value
    return all
  }, {})
  return { path: 'screens/_demo/crowded.json', text: JSON.stringify({ uri: '/_demo/crowded', title: '擁擠', entity: 'company', list }) }
}

const crowds: readonly (readonly [what: string, makeList: (index: number) => object])[] = [
  ['unknown columns', (index) => ({ columns: [`companyNam${index}`] })],
  ['wrong columns', (index) => ({ columns: [index] })],
  ['unknown keys of columns', (index) => ({ columns: [{ field: 'companyNo', [`widht${index}`]: 1 }] })],
  ['unknown keys', (index) => ({ columns: ['companyNo'], [`colunms${index}`]: 1 })],
  ['wrong filters', (index) => ({ columns: ['companyNo'], filters: [{ field: 'companyNo', op: `equals${index}` }] })],
  ['unknown actions', (index) => ({ columns: ['companyNo'], rowActions: [`veiw${index}`] })],
]

describe('a document as large as the limits allow', () => {
  it.each(crowds)('full of %s costs four times the work of one a quarter as large', async (_what, makeList) => {
    const company = [{ path: 'entities/company/company.json', text: JSON.stringify(shipped.catalog.entities.get('company')) }]
    const known = knownWithDictionaries
    const check = (count: number) => checkDocuments([...company, crowded(count, makeList)], known)
    expect(check(10).diagnostics.length).toBeGreaterThan(0)
    const nothing = await countCalls(() => checkDocuments(company, known))
    const small = (await countCalls(() => check(150))) - nothing
    const large = (await countCalls(() => check(600))) - nothing
    expect(large / small).toBeLessThan(4.5)
  })
})

describe('random damage to the shipped documents', () => {
  vi.setConfig({ testTimeout: 120_000 })
  const rounds = Math.ceil(mutationsInAll / families.length)

  it.each(families)('%s: is answered, never thrown, and never served half', (name, files) => {
    const good = checkDocuments(files, publishedNames)
    expect(good.diagnostics.filter((one) => one.severity === 'error')).toEqual([])
    const random = createRandom(seedOf(name))
    const isDictionary = good.catalog.screens.size === 0
    for (let round = 0; round < rounds; round += 1) {
      const chosen = isDictionary ? [random.pick(files)] : files
      const damaged = damage(chosen, random, 1)
      const context = () => `round ${round}: ${JSON.stringify(damaged.filter((file, index) => file !== chosen[index]))}`
      try {
        const { catalog, diagnostics } = checkDocuments(damaged, publishedNames)
        for (const one of diagnostics) expect([one.line > 0, one.column > 0, one.message !== '']).toEqual([true, true, true])
        expectWhole(catalog)
        if (!isDictionary) expectServed(good.catalog, catalog)
      } catch (error) {
        throw new Error(context().slice(0, 3000), { cause: error })
      }
    }
  })

  it('random damage to the shipped documents to several files of the installation at once, again and again, leaves every screen served', () => {
    const random = createRandom(20_250_101)
    let served = shipped.catalog
    for (let round = 0; round < wholeRounds; round += 1) {
      const damaged = damage(shippedFiles, random, random.integer(1, 6))
      const checked = checkDocuments(damaged, publishedNames)
      // What a check remembers from the one before must never be seen in what it finds.
      expect(told(checked)).toEqual(told(checkDocuments(damaged, { ...publishedNames })))
      const { catalog } = checked
      expectServed(served, catalog)
      served = mergeCatalog(served, catalog)
    }
    expect(mergeCatalog(served, shipped.catalog)).toEqual(shipped.catalog)
  })
})
