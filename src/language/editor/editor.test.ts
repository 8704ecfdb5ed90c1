import { describe, expect, it } from 'vitest'
import { checkDocuments } from '../check/checkDocuments.ts'
import type { Screen } from '../documents/screen.ts'
import { demoFiles, known, shopEntity, shopsScreen, visitEntity } from '../testing/documents.ts'
import { editorOf } from '../testing/editor.ts'
import { filesWith, mistakes } from '../testing/mistakes.ts'
import { namesSchema } from './namesSchema.ts'
import { childSnippets, fieldSnippets, filterSnippets, formSnippets, type Snippet, stepSnippets } from './snippets.ts'

const { catalog } = checkDocuments(demoFiles(), known)
const editor = editorOf(catalog, known)
const entityFile = 'entities/demo/shop.json'
const screenFile = 'screens/_demo/shops.json'

it('editors catch at least eight of ten mistakes that the checker finds', async () => {
  const all = mistakes.flatMap(([file, ofFile]) => ofFile.map((mistake) => ({ file, mistake })))
  const missed: string[] = []
  for (const { file, mistake } of all) {
    const text = filesWith(file, mistake).find(({ path }) => path === file)?.text ?? ''
    if ((await editor.problems(file, text)).length === 0) missed.push(`${mistake[0]} (${mistake[1]})`)
  }
  expect(1 - missed.length / all.length, missed.join('、')).toBeGreaterThanOrEqual(0.8)
})

it('editors find nothing wrong in documents that are right', async () => {
  for (const { path, text } of demoFiles()) expect(await editor.problems(path, text)).toEqual([])
})

describe('editors complete', () => {
  /** A document with a mark where somebody types. */
  const typing = (document: object, mark: string) => JSON.stringify(document, null, 2).replace(mark, '|')
  const screenWith = (list: object) => typing({ ...shopsScreen, list: { ...shopsScreen.list, ...list } }, '"?"')
  const entityWith = (more: object) => typing({ ...shopEntity, ...more }, '"?"')

  it('fields of the entity, with their titles', async () => {
    const offered = await editor.offers(screenFile, screenWith({ columns: ['?'] }))
    expect(offered.get('"shopName"')).toBe('名稱')
    expect(offered.get('"updatedAt"')).toBe('異動時間')
    expect(offered.has('"visitNo"')).toBe(false)
  })

  it('only fields that fit: those that can be sorted, and added up', async () => {
    const sorts = await editor.offers(screenFile, screenWith({ sort: ['?'] }))
    expect([sorts.get('"-points"'), sorts.has('"tags"')]).toEqual(['點數，由大到小', false])
    expect([...(await editor.offers(screenFile, screenWith({ totals: ['?'] }))).keys()]).toEqual(
      expect.arrayContaining(['"points"', '"area"']),
    )
    expect((await editor.offers(screenFile, screenWith({ totals: ['?'] }))).has('"shopName"')).toBe(false)
  })

  it('buttons of the screen: built-in actions, steps, forms and its own', async () => {
    const offered = await editor.offers(screenFile, screenWith({ rowActions: ['?'] }))
    expect([offered.get('"approve"'), offered.get('"ring"'), offered.get('"edit"')]).toEqual(['核准', '致電', '內建動作'])
  })

  it('dictionaries, and the codes of a field in a condition', async () => {
    const field = { type: 'string', title: '類型', 'x-dictionary': '?' }
    const dictionaries = await editor.offers(entityFile, entityWith({ properties: { ...shopEntity.properties, other: field } }))
    expect([dictionaries.has('"ShopKind"'), dictionaries.has('"City"')]).toEqual([true, true])
    const codes = await editor.offers(entityFile, entityWith({ deletable: { 'row.status': { eq: '?' } } }))
    expect(codes.get('"1"')).toBe('值1')
  })

  it('paths of a condition, with the titles of their fields', async () => {
    const offered = await editor.offers(entityFile, entityWith({ deletable: { '?': {} } }).replace('|: {}', '"|": {}'))
    expect([offered.get('row.shopName'), offered.has('form.shopName')]).toEqual(['名稱', false])
  })

  it('what rows show of the records that they name, and what references may show', async () => {
    const goodsNo = { type: 'string', title: '商品', 'x-ref': { entity: 'goods', show: ['unit'] } }
    const goods = {
      ...{ name: 'goods', title: '商品', key: 'goodsNo', label: 'goodsNo', type: 'object' },
      properties: {
        goodsNo: { type: 'string', title: '編號', 'x-unique': true, 'x-immutable': true },
        unit: { type: 'string', title: '單位' },
        phone: { type: 'string', title: '電話', 'x-mask': 'mobile' },
      },
    }
    const number = { type: 'string', title: '編號', 'x-number': 'N{yyyy}{000}' }
    const line = {
      ...{ name: 'line', title: '品項', key: 'lineNo', label: 'lineNo', type: 'object' },
      properties: { lineNo: number, visitNo: { type: 'string', title: '單號', 'x-ref': { entity: 'visit' } }, goodsNo },
    }
    const visit = (details: object) => ({
      ...visitEntity,
      properties: {
        ...visitEntity.properties,
        visitNo: number,
        lines: { type: 'array', title: '品項', 'x-details': { child: 'line', ...details } },
      },
    })
    const files = demoFiles({
      'entities/demo/goods.json': goods,
      'entities/demo/line.json': line,
      'entities/demo/visit.json': visit({ by: 'visitNo', fields: ['goodsNo', 'goodsNo.unit'] }),
    })
    const wider = editorOf(checkDocuments(files, known).catalog, known)
    const file = 'entities/demo/visit.json'
    const fields = await wider.offers(file, typing(visit({ by: 'visitNo', fields: ['?'] }), '"?"'))
    expect([fields.get('"goodsNo.unit"'), fields.has('"goodsNo"'), fields.has('"goodsNo.phone"')]).toEqual(['單位', true, false])
    expect([...(await wider.offers(file, typing(visit({ by: '?', fields: ['goodsNo'] }), '"?"'))).keys()]).toContain('"visitNo"')
    const right = JSON.stringify(visit({ by: 'visitNo', fields: ['goodsNo', 'goodsNo.unit'] }))
    const wrong = JSON.stringify(visit({ by: 'visitNo', fields: ['goodsNo', 'goodsNo.units'] }))
    expect(await wider.problems(file, right)).toEqual([])
    expect((await wider.problems(file, wrong)).join()).toContain('沒有這個明細可以顯示的欄位')
    const members = { goodsNo: { ...goodsNo, 'x-ref': { entity: 'goods', show: ['?'] } } }
    const rows = { type: 'array', title: '明細', items: { type: 'object', properties: members } }
    const shown = await wider.offers(file, typing({ ...visitEntity, properties: { ...visitEntity.properties, rows } }, '"?"'))
    expect([shown.get('"unit"'), shown.has('"phone"')]).toEqual(['單位', false])
  })

  it('beginnings of a field', async () => {
    const offered = await editor.offers(entityFile, entityWith({ properties: { ...shopEntity.properties, other: '?' } }))
    expect(offered.get('公式')).toBe('由其他欄位算出')
  })
})

describe('what editors offer to begin with', () => {
  /** Marks replaced by something that fits, and the document with it checked. */
  const filled = ({ body }: Snippet, values: readonly string[]) =>
    JSON.parse(
      JSON.stringify(body)
        .replaceAll('\\\\$mul', '$mul')
        .replaceAll(/\$(\d)/g, (_mark, index) => values[Number(index) - 1] ?? ''),
    ) as object
  const visits = {
    ...visitEntity,
    properties: { ...visitEntity.properties, visitNo: { type: 'string', title: '編號', 'x-number': 'V{0000}' } },
  }
  const errorsWith = (file: string, document: object) => {
    const changed = new Map([
      [file, document],
      ['entities/demo/visit.json', visits],
    ])
    const files = demoFiles().map(({ path, text }) => ({ path, text: changed.has(path) ? JSON.stringify(changed.get(path)) : text }))
    const errors = checkDocuments(files, known).diagnostics.filter(({ severity }) => severity === 'error')
    return errors.map(({ message }) => message)
  }

  const fieldValues: Readonly<Record<string, readonly string[]>> = {
    選項: ['選項', 'ShopKind'],
    參照: ['參照', 'visit', 'shopNo'],
    公式: ['公式', 'points', 'area'],
    自動編號: ['編號', 'NO'],
    多列資料: ['列', 'part', '項目'],
  }
  it.each(fieldSnippets)('the field $label is accepted', (one) => {
    const field = filled(one, fieldValues[one.label] ?? ['欄位'])
    const { table: _table, ...entity } = shopEntity
    expect(errorsWith(entityFile, { ...entity, properties: { ...shopEntity.properties, other: field } })).toEqual([])
  })

  it.each(stepSnippets)('the step $label is accepted', (one) => {
    const values = one.label === '退回' ? ['2', '1', 'approve'] : ['送出', '2', '3', 'approve']
    const document = { ...shopEntity, transitions: { ...shopEntity.transitions, other: filled(one, values) } }
    expect(errorsWith(entityFile, document)).toEqual([])
  })

  it.each([...filterSnippets, ...formSnippets, ...childSnippets])('$label of a screen is accepted', (one) => {
    const { list, forms, children } = shopsScreen
    const values = childSnippets.includes(one)
      ? ['拜訪', 'visit', 'shopNo', 'visitNo']
      : formSnippets.includes(one)
        ? ['shopName', 'kind']
        : ['closeDate']
    const part = filled(one, one.label === '區塊' || one.label === '頁籤' ? ['標題', 'shopName'] : values)
    const document = {
      ...shopsScreen,
      list: { ...list, ...(filterSnippets.includes(one) && { filters: [part] }) },
      forms: { ...forms, ...(formSnippets.includes(one) && { view: part }) },
      children: { ...children, ...(childSnippets.includes(one) && { other: part }) },
    }
    expect(errorsWith(screenFile, document)).toEqual([])
  })
})

it('one saved file changes the lines of one entity', () => {
  const text = (entities: typeof catalog.entities) =>
    Buffer.concat(namesSchema({ ...catalog, entities, screens: catalog.screenDocuments, known })).toString()
  const shop = catalog.entities.get('shop')
  if (shop === undefined) throw new Error('the demo documents have a shop')
  const other = { ...shop, properties: { ...shop.properties, extra: { type: 'string' as const, title: '另一個' } } }
  const before = text(catalog.entities).split('\n')
  const after = text(new Map([...catalog.entities, ['shop', other]])).split('\n')
  const changed = after.filter((line, index) => line !== before[index])
  expect(changed.length).toBeGreaterThan(0)
  expect(changed.filter((line) => !/^"[a-z]+-shop"/.test(line))).toEqual([])
})

describe('names after a saved file are those that a new process would find', () => {
  const names = { ...catalog, screens: catalog.screenDocuments, known }
  const text = (parts: readonly Uint8Array[]) => Buffer.concat(parts).toString()
  const screen: Screen = { uri: '_demo/others', title: '其他', entity: 'shop', list: { columns: ['shopName'] } }
  const [dictionary] = catalog.dictionaries.values()
  if (dictionary === undefined) throw new Error('the demo documents have no dictionary')
  const changed: readonly (readonly [string, typeof names])[] = [
    ['a title of a screen', { ...names, screens: new Map([...names.screens].map(([uri, one]) => [uri, { ...one, title: '新標題' }])) }],
    ['another screen', { ...names, screens: new Map([...names.screens, [screen.uri, screen]]) }],
    ['no screens', { ...names, screens: new Map() }],
    ['a title of an entity', { ...names, entities: new Map([...names.entities, ['shop', { ...shopEntity, title: '商店' }]]) }],
    ['one entity less', { ...names, entities: new Map([...names.entities].filter(([name]) => name !== 'visit')) }],
    [
      'a title of a dictionary',
      { ...names, dictionaries: new Map([...names.dictionaries, [dictionary.name, { ...dictionary, title: '別名' }]]) },
    ],
    ['no dictionaries', { ...names, dictionaries: new Map() }],
    ['other permissions', { ...names, known: { ...known, permissions: new Set(['demo.visits.ring']) } }],
  ]

  it.each(changed)('%s', async (title, after) => {
    namesSchema(names)
    const remembered = text(namesSchema(after))
    // Another address is another module, which remembers nothing.
    const fresh = (await import(/* @vite-ignore */ `./namesSchema.ts?${title}`)) as typeof import('./namesSchema.ts')
    expect(JSON.parse(remembered)).toEqual(JSON.parse(text(fresh.namesSchema(after))))
    expect(remembered).not.toBe(text(namesSchema(names)))
  })
})
