import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { readDocumentFiles } from '../../../src/commands/documentFiles.ts'
import { schemaFiles } from '../../../src/language/authoring/schemaFiles.ts'
import type { DocumentKind } from '../../../src/language/catalog/catalog.ts'
import { checkDocuments } from '../../../src/language/check/checkDocuments.ts'
import { kindOfPath } from '../../../src/language/check/readDocument.ts'
import { checkStructure } from '../../../src/language/check/structure.ts'
import { namesPath } from '../../../src/language/editor/namesSchema.ts'
import { expandDocument } from '../../../src/language/expand/expandDocument.ts'
import { descriptions } from '../../../src/language/schema/descriptions.ts'
import { languageSchema } from '../../../src/language/schema/languageSchema.ts'
import { schemaPath } from '../../../src/language/schema/schemaPath.ts'
import { shopEntity, shopsScreen } from '../../../src/language/testing/documents.ts'
import { projectRoot } from '../../../src/server/platform/projectRoot.ts'
import { publishedNames } from '../../../src/server/publishedNames.ts'

const folder = join(projectRoot, 'schemas')

const presets = [...checkDocuments(readDocumentFiles(folder), publishedNames).catalog.presets.values()]

/** Without what the schemas say of the names of the project, which have tests of their own. */
const structureOnly = () => new Ajv({ strict: false }).addSchema({ $defs: { entity: {}, screen: {} } }, namesPath.split('/').at(-1))

describe('the published schemas', () => {
  it.each(schemaFiles(presets).map((file) => [file.path, file.text] as const))(
    '%s is up to date (npm run schemas -- language)',
    (path, text) => expect(readFileSync(join(folder, path), 'utf8')).toBe(text),
  )

  it('accept and refuse what the checker accepts and refuses', () => {
    const published = (kind: DocumentKind) =>
      structureOnly().compile(JSON.parse(readFileSync(join(folder, schemaPath(kind)), 'utf8')) as object)
    const validators = { entity: published('entity'), screen: published('screen') }
    for (const [kind, document] of [
      ['entity', shopEntity],
      ['screen', shopsScreen],
    ] as const) {
      for (const variant of variants(document)) expect([kind, validators[kind](variant)]).toEqual([kind, isAccepted(kind, variant)])
    }
  })

  it('accept every document that is shipped', () => {
    const validators = new Map(schemaFiles(presets).map(({ path, text }) => [path, structureOnly().compile(JSON.parse(text) as object)]))
    const refused = readDocumentFiles(folder).flatMap(({ path, text }) => {
      const kind = kindOfPath(path)
      const isAccepted = kind === null || validators.get(schemaPath(kind))?.(JSON.parse(text)) === true
      return isAccepted ? [] : [path]
    })
    expect(refused).toEqual([])
  })

  it.each(['entity', 'screen', 'dictionary', 'menu', 'preset', 'dashboard'] as const)('describe every key of a %s', (kind) => {
    const { properties } = languageSchema(kind) as { properties: Record<string, { description?: string }> }
    expect(Object.keys(properties).filter((key) => properties[key]?.description === undefined)).toEqual([])
  })

  it('describe every key of a field', () => {
    const { $defs } = languageSchema('entity') as { $defs: { property: { properties: object } } }
    const ownKeys = Object.keys(descriptions.property).filter((key) => !key.includes('.'))
    expect(Object.keys($defs.property.properties).sort()).toEqual(ownKeys.sort())
  })
})

function isAccepted(kind: 'entity' | 'screen', document: unknown): boolean {
  const nothing = { presets: new Map(), brokenPresets: new Set<string>(), screens: new Map(), brokenScreens: new Set<string>() }
  const { value, findings } = expandDocument(kind, document, nothing)
  return findings.length === 0 && checkStructure(kind, value).length === 0
}

/** Variants of the document: each part removed, replaced, or joined by an unknown key, one at a time. */
function variants(document: object): readonly unknown[] {
  const paths = pathsOf(document)
  const changed = paths.flatMap((path) => [
    change(document, path, () => undefined),
    change(document, path, () => 5),
    change(document, path, () => null),
    change(document, path, addKey),
  ])
  return [document, ...changed]
}

function addKey(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value, unknownKey: 1 } : 'unknownValue!'
}

function pathsOf(value: unknown): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) => [[key], ...pathsOf(member).map((path) => [key, ...path])])
}

function change(document: object, path: readonly string[], make: (value: unknown) => unknown): unknown {
  const copy = JSON.parse(JSON.stringify(document)) as Record<string, unknown>
  const last = path.at(-1) ?? ''
  const parent = path.slice(0, -1).reduce<Record<string, unknown>>((part, key) => part[key] as Record<string, unknown>, copy)
  const value = make(parent[last])
  if (value === undefined && !Array.isArray(parent)) delete parent[last]
  else parent[last] = value ?? null
  return copy
}
