import { describe, expect, it } from 'vitest'
import type { Property } from '../../../documents/entity.ts'
import { findings, shopEntity } from '../../../testing/documents.ts'

const file = 'entities/demo/parcel.json'
const fields: Readonly<Record<string, Property>> = {
  parcelNo: { type: 'string', title: '編號', 'x-unique': true },
  weight: { type: 'integer', title: '重量' },
  note: { type: 'string', title: '備註' },
}
const parcel = (changes: Readonly<Record<string, object>>, more: object = {}) => ({
  files: {
    [file]: {
      name: 'parcel',
      title: '包裹',
      key: 'parcelNo',
      label: 'note',
      type: 'object',
      properties: { ...fields, ...changes },
      ...more,
    },
  },
})
const ofRenames = (changes: Parameters<typeof findings>[0]) => findings(changes).filter((line) => !line.startsWith('unused'))

describe('new names and types of what is stored', () => {
  it('a former name that is free, and a conversion of its own values, are in order', () => {
    const weight = { type: 'integer', title: '重量', renamedFrom: 'mass', convert: { values: { 一公斤: 1 }, otherwise: 'clear' } }
    expect(ofRenames(parcel({ weight }))).toEqual([])
  })

  it.each<[object, object, string]>([
    [{ weight: { ...fields.weight, renamedFrom: 'weight' } }, {}, 'rename /properties/weight/renamedFrom'],
    [{ weight: { ...fields.weight, renamedFrom: 'note' } }, {}, 'rename /properties/weight/renamedFrom'],
    [{ weight: { ...fields.weight, renamedFrom: 'createdBy' } }, {}, 'rename /properties/weight/renamedFrom'],
    [{ parcelNo: { ...fields.parcelNo, convert: {} } }, {}, 'rename /properties/parcelNo/convert'],
    [{ note: { ...fields.note, convert: {} } }, { unique: [['note', 'weight']] }, 'rename /properties/note/convert'],
    [{ weight: { ...fields.weight, convert: { values: { x: '1' } } } }, {}, 'wrong-type /properties/weight/convert/values/x'],
    [{ weight: { ...fields.weight, 'x-formula': { $add: [1, 2] }, convert: {} } }, {}, 'rename /properties/weight/convert'],
    [
      {
        lines: {
          type: 'array',
          title: '列',
          items: { type: 'object', properties: { part: { type: 'string', title: '料', convert: {} } } },
        },
      },
      {},
      'no-effect /properties/lines/items/properties/part/convert',
    ],
  ])('refuses %j with %j', (changes, more, finding) => {
    expect(ofRenames(parcel(changes as Readonly<Record<string, object>>, more))).toContain(finding)
  })

  it.each<[Partial<Property>, object, readonly string[]]>([
    [{ type: 'string' }, { 一打: '12', 12: '一打', true: '是' }, ['一打']],
    [{ type: 'string', enum: ['A', 'B'] }, { A: 'B', C: 'B' }, ['A']],
    [{ type: 'string', format: 'date' }, { '2026-01-02': '2026-01-01', 某日: '2026-01-01' }, ['2026-01-02']],
    [{ type: 'string', 'x-dictionary': 'ShopKind' }, { 1: '2', 9: '2' }, []],
    [{ type: 'integer' }, { 12: 13 }, []],
  ])('warns of stored values that fit a field of %j already, so that they are not converted', (changes, values, unused) => {
    const { type, ...others } = changes
    const changed = parcel({ weight: { type, title: '重量', ...others, convert: { values } } })
    expect(ofRenames(changed).sort()).toEqual(unused.map((named) => `no-effect /properties/weight/convert/values/${named}`).sort())
  })

  it('a column has a former name that is no column any more, and no other column had', () => {
    const columns = (properties: object) =>
      ofRenames(parcel({ lines: { type: 'array', title: '列', items: { type: 'object', properties } } }))
    const [text, place] = [{ type: 'string', title: '料' }, '/properties/lines/items/properties']
    expect(columns({ part: { ...text, renamedFrom: 'p' } })).toEqual([])
    expect(columns({ part: { ...text, renamedFrom: 'p' }, p: text })).toEqual([`rename ${place}/part/renamedFrom`])
    expect(columns({ part: { ...text, renamedFrom: 'p' }, other: { ...text, renamedFrom: 'p' } })).toHaveLength(2)
  })

  it('an entity takes over what one left that is gone, is stored without a table, and no other entity takes over', () => {
    const named = (more: object) => ofRenames(parcel({}, more)).filter((line) => line.startsWith('rename'))
    expect(named({ renamedFrom: 'packet' })).toEqual([])
    for (const renamedFrom of ['parcel', 'shop'])
      expect([renamedFrom, named({ renamedFrom })]).toEqual([renamedFrom, ['rename /renamedFrom']])
    expect(findings({ entity: { table: 'shop', renamedFrom: 'store' } })).toContain('rename /renamedFrom')
  })

  it('a state may become another one, but not none', () => {
    const state = (convert: object) =>
      ofRenames(
        parcel(
          { state: { type: 'string', title: '狀態', enum: ['NEW', 'DONE'], default: 'NEW', 'x-computed': true, convert } },
          {
            transitions: { finish: { label: '完成', field: 'state', from: ['NEW'], to: 'DONE', permission: 'finish' } },
            final: ['DONE'],
          },
        ),
      ).filter((line) => line.startsWith('rename'))
    expect(state({ values: { OPEN: 'NEW' } })).toEqual([])
    expect(state({ otherwise: 'clear' })).toEqual(['rename /properties/state/convert'])
  })

  it('two fields cannot have had the same name', () => {
    const twice = { weight: { ...fields.weight, renamedFrom: 'mass' }, note: { ...fields.note, renamedFrom: 'mass' } }
    expect(ofRenames(parcel(twice))).toEqual(['rename /properties/weight/renamedFrom', 'rename /properties/note/renamedFrom'])
  })

  it('a table of the product is changed by a migration, and a screen that is still there gives nothing away', () => {
    const points = { ...shopEntity.properties.points, renamedFrom: 'score', convert: {} }
    const found = findings({ entity: { table: 'shop', properties: { ...shopEntity.properties, points } } })
    expect(found).toEqual(expect.arrayContaining(['rename /properties/points/renamedFrom', 'rename /properties/points/convert']))
    expect(findings({ screen: { renamedFrom: '/_demo/shops' } })).toContain('rename /renamedFrom')
    // Its rights stand in code, and would go to whoever may open this screen.
    expect(findings({ screen: { renamedFrom: '/_company/companies' } })).toContain('rename /renamedFrom')
    expect(findings({ screen: { renamedFrom: '/_demo/old_shops' } }).filter((line) => line.startsWith('rename'))).toEqual([])
  })

  it('an option can have one former key, which is no option any more', () => {
    const dictionary = (options: readonly object[]) =>
      findings({ files: { 'dictionaries/Colour.json': { name: 'Colour', title: '顏色', options } } }).filter((line) =>
        line.startsWith('rename'),
      )
    expect(dictionary([{ key: 'R', value: '紅', renamedFrom: '1' }])).toEqual([])
    expect(
      dictionary([
        { key: 'R', value: '紅', renamedFrom: '1' },
        { key: '1', value: '藍' },
      ]),
    ).toEqual(['rename /options/0/renamedFrom'])
    expect(
      dictionary([
        { key: 'R', value: '紅', renamedFrom: '1' },
        { key: 'B', value: '藍', renamedFrom: '1' },
      ]),
    ).toHaveLength(2)
    expect(dictionary([{ key: 'R', name: 'red', value: '紅', renamedFrom: '1' }])).toEqual(['rename /options/0/renamedFrom'])
  })
})
