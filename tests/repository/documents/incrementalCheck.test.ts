import { join } from 'node:path'
import { types } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readDocumentFiles } from '../../../src/commands/documentFiles.ts'
import { type Catalog, emptyCatalog } from '../../../src/language/catalog/catalog.ts'
import { LinkMemory, mergeCatalog } from '../../../src/language/catalog/mergeCatalog.ts'
import { checkDocuments } from '../../../src/language/check/checkDocuments.ts'
import type { DocumentFile } from '../../../src/language/check/checkedFiles.ts'
import type { Rename } from '../../../src/language/conversion/rename.ts'
import { conversionSteps, mayHaveSteps } from '../../../src/language/conversion/steps.ts'
import { dashboardsOf } from '../../../src/language/dashboard/resolve.ts'
import { projectRoot } from '../../../src/server/platform/projectRoot.ts'
import { publishedNames } from '../../../src/server/publishedNames.ts'
import { createRandom, type Random } from '../../../src/server/records/testing/random.ts'

/** A longer search: `INCREMENTAL_STEPS=500 INCREMENTAL_SEED=7 npx vitest run --project unit tests/repository/documents/incrementalCheck.test.ts`. */
const steps = Number(process.env.INCREMENTAL_STEPS ?? 10)
const seed = Number(process.env.INCREMENTAL_SEED ?? 1)

const shipped = readDocumentFiles(join(projectRoot, 'schemas')).filter(({ path }) => !path.startsWith('language/'))

type Json = string | number | boolean | null | Json[] | JsonObject
interface JsonObject {
  [key: string]: Json
}

describe('documents edited one after the other', () => {
  it('another title of a screen moves nothing that is stored, another name does', () => {
    const known = { ...publishedNames }
    const check = (edit: (text: string) => string) =>
      checkDocuments(
        shipped.map((file) => (file.path === 'screens/_company/companies.json' ? { ...file, text: edit(file.text) } : file)),
        known,
      ).catalog
    const before = check((text) => text)
    expect(
      mayHaveSteps(
        before,
        check((text) => text.replace('"title": "', '"title": "新')),
      ),
    ).toBe(false)
    expect(
      mayHaveSteps(
        before,
        check((text) => text.replace('"title"', '"renamedFrom": "/_company/merchants", "title"')),
      ),
    ).toBe(true)
  })

  it('edits in any order are judged as if all documents were read anew each time', { timeout: 60_000 + steps * 15_000 }, () => {
    const random = createRandom(seed)
    const known = { ...publishedNames }
    const links = new LinkMemory()
    let files: readonly DocumentFile[] = shipped
    let [served, servedAnew] = [emptyCatalog, emptyCatalog]
    checkDocuments(files, known)
    for (let step = 0; step < steps; step += 1) {
      const edit = anEdit(files, random)
      files = edit.files
      const told = `seed ${seed}, step ${step}: ${edit.what}`
      const [checked, anew] = [checkDocuments(files, known), checkDocuments(files, { ...publishedNames })]
      expect(checked.diagnostics, told).toEqual(anew.diagnostics)
      assertSame(checked.catalog, anew.catalog, told)
      const before = served
      served = mergeCatalog(served, checked.catalog, links)
      if (!mayHaveSteps(before, served)) expect(conversionSteps(before, served, manyRenames(served)), told).toEqual([])
      servedAnew = mergeCatalog(servedAnew, anew.catalog)
      assertSame(served, servedAnew, `${told}, merged`)
    }
    expect(proxiesIn(served)).toEqual([])
  })
})

/** Every name became the one after it, and that one this one. */
function manyRenames({ entities, dictionaries, screens }: Catalog): readonly Rename[] {
  const renames = (kind: Rename['kind'], owner: string, names: readonly string[]) =>
    names.flatMap((name, index) => {
      const next = names[(index + 1) % names.length] ?? name
      return [
        { kind, owner, former: name, name: next },
        { kind, owner, former: next, name },
      ]
    })
  return [
    ...[...entities.values()].flatMap(({ name, properties }) => renames('field', name, Object.keys(properties))),
    ...[...dictionaries.values()].flatMap(({ name, options }) =>
      renames(
        'option',
        name,
        options.map(({ key }) => key),
      ),
    ),
    ...renames('entity', '', [...entities.keys()]),
    ...renames('screen', '', [...screens.keys()]),
  ]
}

/** Compared as text, part by part, so that the order of all keys counts and a difference is shown where it is. */
function assertSame(one: Catalog, other: Catalog, told: string): void {
  const [parts, others] = [partsOf(one), partsOf(other)]
  expect([...parts.keys()], told).toEqual([...others.keys()])
  for (const [name, text] of parts) if (text !== others.get(name)) expect(text, `${told}: ${name}`).toBe(others.get(name))
}

function partsOf(catalog: Catalog): ReadonlyMap<string, string> {
  const { entities, screens, screenDocuments, dictionaries, presets, dashboards, menu, files, broken } = catalog
  const maps = { entities, screens, screenDocuments, dictionaries, presets, dashboards, shown: dashboardsOf(catalog) }
  const plain = [...files].map(([path, { kind, name, text, uses }]) => [path, kind, name, text, [...(uses ?? [])]])
  return new Map([
    ...Object.entries(maps).flatMap(([kind, map]) => [...map].map(([name, value]) => [`${kind} ${name}`, JSON.stringify(value)] as const)),
    ['menu', JSON.stringify(menu)],
    ['files', JSON.stringify(plain)],
    ['broken', JSON.stringify([...broken].sort())],
  ])
}

/** Stand-ins that the check gives its rules must not stay in what it found. */
function proxiesIn(catalog: Catalog): readonly string[] {
  const found: string[] = []
  const seen = new Set<unknown>()
  const look = (value: unknown, place: string): void => {
    if (types.isProxy(value)) found.push(place)
    if (typeof value !== 'object' || value === null || seen.has(value)) return
    seen.add(value)
    const members = value instanceof Map ? [...value] : Object.entries(value)
    for (const [key, member] of members) look(member, `${place}/${String(key)}`)
  }
  look(catalog, '')
  return found
}

interface Edit {
  readonly what: string
  readonly files: readonly DocumentFile[]
}

/** One edit, valid or not. Files that were changed before are restored now and then, so that most documents stay good. */
function anEdit(files: readonly DocumentFile[], random: Random): Edit {
  const changed = shipped.filter((file) => !files.includes(file))
  if (changed.length > 0 && random.below(10) < 4) return restored(random.pick(changed), files)
  const file = random.pick(files)
  return random.pick(editors)(file, files, random)
}

type Editor = (file: DocumentFile, files: readonly DocumentFile[], random: Random) => Edit

function restored(file: DocumentFile, files: readonly DocumentFile[]): Edit {
  const others = files.filter(({ path }) => path !== file.path)
  return { what: `restored ${file.path}`, files: sorted([...others, file]) }
}

const sorted = (files: readonly DocumentFile[]) => [...files].sort((one, other) => (one.path < other.path ? -1 : 1))

function rewritten(file: DocumentFile, files: readonly DocumentFile[], what: string, text: string): Edit {
  return { what: `${what} of ${file.path}`, files: files.map((one) => (one === file ? { ...one, text } : one)) }
}

const retitled: Editor = (file, files, random) =>
  rewritten(file, files, 'title', file.text.replace(/"title": "/, `"title": "第${random.below(9)}版`))

const moved: Editor = (file, files) => rewritten(file, files, 'lines', `\n${file.text}`)

const cutOff: Editor = (file, files, random) => rewritten(file, files, 'end', file.text.slice(0, random.below(file.text.length)))

const deleted: Editor = (file, files) => ({ what: `deleted ${file.path}`, files: files.filter((one) => one !== file) })

const copied: Editor = (file, files, random) => {
  const path = file.path.replace('.json', `Copy${random.below(3)}.json`)
  return { what: `copied ${file.path}`, files: sorted([...files.filter((one) => one.path !== path), { ...file, path }]) }
}

const renamed: Editor = (file, files, random) => {
  const path = file.path.replace('.json', `${random.below(3)}.json`)
  const text = file.text.replace(/("(?:name|uri)": "[^"]*)"/, '$12"')
  return { what: `renamed ${file.path}`, files: sorted([...files.filter((one) => one !== file && one.path !== path), { path, text }]) }
}

/** Changes the members of one object somewhere in a document. */
function editorOf(what: string, change: (holder: JsonObject, random: Random) => void): Editor {
  return (file, files, random) => {
    const document = parsed(file.text)
    const holders = objectsIn(document)
    if (holders.length === 0) return moved(file, files, random)
    change(random.pick(holders), random)
    return rewritten(file, files, what, JSON.stringify(document, null, 2))
  }
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return null
  }
}

/** All objects in a value that have members. */
function objectsIn(value: Json): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  if (typeof value !== 'object' || value === null) return []
  return [...(Object.keys(value).length > 0 ? [value] : []), ...Object.values(value).flatMap(objectsIn)]
}

const withoutMember = editorOf('member', (holder, random) => {
  delete holder[random.pick(Object.keys(holder))]
})

/** A value of the same key elsewhere: another state, field, dictionary or preset. */
const withOtherValue = editorOf('value', (holder, random) => {
  const key = random.pick(Object.keys(holder))
  const donors = shipped.filter(({ text }) => text.includes(`"${key}":`))
  const others = donors.length === 0 ? [] : objectsIn(parsed(random.pick(donors).text)).filter((one) => Object.hasOwn(one, key))
  if (others.length > 0) holder[key] = random.pick(others)[key] ?? null
})

const withOtherKey = editorOf('key', (holder, random) => {
  const key = random.pick(Object.keys(holder))
  refill(
    holder,
    Object.entries(holder).map(([one, value]) => [one === key ? `${one}2` : one, value]),
  )
})

const reordered = editorOf('order', (holder) => refill(holder, Object.entries(holder).reverse()))

function refill(holder: JsonObject, entries: readonly (readonly [string, Json])[]): void {
  for (const key of Object.keys(holder)) delete holder[key]
  Object.assign(holder, Object.fromEntries(entries))
}

/** Equal kinds stand twice where they find more. */
const editors = [retitled, withoutMember, withOtherValue, withOtherValue, withOtherKey, reordered, moved, cutOff, deleted, copied, renamed]
