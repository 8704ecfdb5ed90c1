import { describe, expect, it } from 'vitest'
import { checkDocuments } from '../check/checkDocuments.ts'
import type { DocumentFile } from '../check/checkedFiles.ts'
import { demoFiles, known, shopEntity, shopsScreen } from '../testing/documents.ts'
import { lostFields } from './fieldUses.ts'

const entityFile = 'entities/demo/shop.json'

/** The places that name each lost field, as `path pointers`, when the entity is edited so that nothing of itself names it. */
function usesWithout(field: string, { documents = {}, fields = {} }: { readonly documents?: Documents; readonly fields?: Documents }) {
  const { [field]: _gone, ...others } = shopEntity.properties
  const files = filesWith(documents)
  const next = filesWith({ ...documents, [entityFile]: { ...shopEntity, properties: { ...others, ...fields } } })
  const lost = lostFields(written(files), written(next), known)
  return lost.map((one) => [one.field, [...one.uses].map(([path, pointers]) => `${path} ${pointers.join(' ')}`)])
}

type Documents = Readonly<Record<string, object>>

const written = (files: readonly DocumentFile[]) => ({ catalog: checkDocuments(files, known).catalog, files })

const filesWith = (changes: Documents) => demoFiles(changes)

describe('where documents name a field that a change loses', () => {
  it('a field that only the screen and a dashboard name is found in both, at every place', () => {
    const board = {
      name: 'board',
      title: '看板',
      roles: ['OPS'],
      tiles: [{ kind: 'number', title: '點數', entity: 'shop', sum: 'points' }],
    }
    expect(usesWithout('points', { documents: { 'dashboards/board.json': board } })).toEqual([
      [
        'points',
        [
          'dashboards/board.json /tiles/0/sum',
          'screens/_demo/shops.json /list/columns/2/field /list/columns/2/total /list/filters/3 /list/sort/0',
        ],
      ],
    ])
  })

  it('a field is found wherever a list names it, though its columns are wrong without it as well', () => {
    const { list } = shopsScreen
    const dated = { from: 'openDate', title: 'points' }
    const layouts = { board: { by: 'status', cards: ['points'], sum: 'points' }, calendar: dated, timeline: dated }
    const shown = {
      ...list,
      layouts,
      filters: [...(list.filters ?? []), 'status'],
      totals: ['points'],
      bulkEdit: ['points'],
      inlineEdit: ['points'],
    }
    const uses = usesWithout('points', { documents: { 'screens/_demo/shops.json': { ...shopsScreen, list: shown } } })
    const pointers = String(uses).split(' ')
    expect(pointers).toEqual(
      expect.arrayContaining([
        ...['/list/layouts/board/cards/0', '/list/layouts/board/sum', '/list/layouts/calendar/title', '/list/layouts/timeline/title'],
        ...['/list/bulkEdit/0', '/list/inlineEdit/0'],
      ]),
    )
  })

  it('a field that the entity names as well is found in its own file, and still in the others', () => {
    const { 'x-after': _after, ...closeDate } = shopEntity.properties.closeDate ?? {}
    expect(usesWithout('openDate', { fields: { closeDate } })).toEqual([
      ['openDate', [`${entityFile} /properties/closeDate/x-after`, 'screens/_demo/shops.json /list/filters/2']],
    ])
  })

  it('a field that the entity still names itself, so that it is broken, is found all the same', () => {
    expect(usesWithout('openDate', {})).toEqual([
      ['openDate', [`${entityFile} /properties/closeDate/x-after`, 'screens/_demo/shops.json /list/filters/2']],
    ])
  })

  it('a field that another entity shows of it is found there, and in the screen that shows it', () => {
    const no = { type: 'string', title: '編號', 'x-unique': true, 'x-immutable': true }
    const entity = (name: string, properties: object) => ({ name, title: name, key: 'no', label: 'no', properties: { no, ...properties } })
    const [lot, price] = ['entities/demo/lot.json', { type: 'integer', title: '單價' }]
    const check = entity('check', { lotNo: { type: 'string', title: '批', 'x-ref': { entity: 'lot', show: ['price'] } } })
    const list = { columns: ['no', 'lotNo.price'], filters: ['no'] }
    const files = filesWith({
      [lot]: entity('lot', { price }),
      'entities/demo/check.json': check,
      'screens/_demo/checks.json': { uri: '/_demo/checks', title: '驗', entity: 'check', list },
    })
    const next = [...files.filter(({ path }) => path !== lot), { path: lot, text: JSON.stringify(entity('lot', {})) }]
    expect(lostFields(written(files), written(next), known).map(({ field, uses }) => [field, [...uses]])).toEqual([
      [
        'price',
        [
          ['entities/demo/check.json', ['/properties/lotNo/x-ref/show/0']],
          ['screens/_demo/checks.json', ['/list/columns/1']],
        ],
      ],
    ])
  })

  it('a field that gets another name is found where it had the former one', () => {
    const opened = { ...shopEntity.properties.openDate, renamedFrom: 'openDate' }
    const closeDate = { ...shopEntity.properties.closeDate, 'x-after': 'opened' }
    const [[field, places = []] = []] = usesWithout('openDate', { fields: { opened, closeDate } })
    expect([field, places.length]).toEqual(['openDate', 2])
  })

  it('a field that stays is not told', () => {
    expect(usesWithout('area', { fields: { area: { type: 'integer', title: '坪' } } })).toEqual([])
  })
})
