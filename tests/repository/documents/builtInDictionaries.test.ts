import { describe, expect, it } from 'vitest'
import { checkFolder } from '../../../src/commands/schemas/documents.ts'
import { languageReference } from '../../../src/language/authoring/reference.ts'
import { builtInDictionaries } from '../../../src/language/catalog/builtInDictionaries.ts'
import { dictionaryOf } from '../../../src/language/entity/property.ts'

const { catalog } = checkFolder()
const byName = new Map(builtInDictionaries.map((one) => [one.name, one]))

describe('the dictionaries that code provides', () => {
  it('the reference has a row for each, with what its arguments mean', () => {
    const reference = languageReference([])
    const rows = builtInDictionaries.map(
      ({ name, title, strArg = '', intArg = '' }) => `| \`${name}\` | ${title} | ${strArg} | ${intArg} |`,
    )
    expect(rows.filter((row) => !reference.includes(row))).toEqual([])
  })

  it('every argument that a shipped entity gives to one of them is explained', () => {
    const uses = [...catalog.entities.values()].flatMap(({ name, properties }) =>
      Object.entries(properties).map(([field, property]) => ({ at: `${name}.${field}`, use: dictionaryOf(property) })),
    )
    const given = uses.flatMap(({ at, use }) =>
      (['strArg', 'intArg'] as const).flatMap((key) => (use?.[key] === undefined ? [] : [{ at, key, known: byName.get(use.name) }])),
    )
    expect(given.length).toBeGreaterThan(20)
    expect(given.filter(({ key, known }) => known !== undefined && known[key] === undefined)).toEqual([])
  })

  it('none has a file as well', () => {
    expect([...catalog.dictionaries.keys()].filter((name) => byName.has(name))).toEqual([])
  })
})
