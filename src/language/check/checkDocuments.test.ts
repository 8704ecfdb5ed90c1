import { describe, expect, it } from 'vitest'
import { LinkMemory, mergeCatalog } from '../catalog/mergeCatalog.ts'
import { conversionSteps } from '../conversion/steps.ts'
import { formatDiagnostic } from '../findings/formatDiagnostic.ts'
import { check, demoFiles, findings, known, shopEntity, shopsScreen, visitEntity } from '../testing/documents.ts'
import { checkDocuments } from './checkDocuments.ts'

const screenPath = 'screens/_demo/shops.json'
const entityPath = 'entities/demo/shop.json'

describe('good documents', () => {
  it('good documents are all in the catalog', () => {
    const { catalog, diagnostics } = check()
    expect(diagnostics).toEqual([])
    expect([...catalog.entities.keys()]).toEqual(['shop', 'visit'])
    expect([...catalog.screens.keys()]).toEqual(['/_demo/shops'])
    expect([...catalog.dictionaries.keys()]).toEqual(['ShopKind', 'ShopStatus'])
    expect(catalog.menu?.groups).toHaveLength(1)
    expect(catalog.files.size).toBe(6)
    expect(catalog.broken.size).toBe(0)
  })
})

describe('a finding', () => {
  it('a finding has file, line, column, pointer and suggestion', () => {
    const text = '{\n  "uri": "/_demo/shops",\n  "title": "門市",\n  "entity": "shop",\n  "list": { "columns": ["shopNam"] }\n}\n'
    const { diagnostics } = check({ [screenPath]: text })
    expect(diagnostics.map(formatDiagnostic)).toEqual([
      'screens/_demo/shops.json:5:25 /list/columns/0 實體 shop 沒有欄位「shopNam」（你是不是要寫「shopName」？）',
    ])
  })

  it('a finding about the name of an entity is not repeated by its screen, with the wrong name', () => {
    const { diagnostics } = check({ [entityPath]: { ...shopEntity, name: 'Shop' } })
    expect(diagnostics.map(({ file, pointer, suggestion }) => [file, pointer, suggestion])).toEqual([[entityPath, '/name', 'shop']])
  })

  it('a finding tells of a character that nobody sees, wherever it was copied to', () => {
    const textOf = (edit: (text: string) => string) =>
      check({ [screenPath]: edit(JSON.stringify(shopsScreen, null, 2)) }).diagnostics.map(formatDiagnostic)
    const unseen = (column: number, code: string) => `第 ${column} 字是看不見的字元 U+${code}，請刪除後重打`
    expect(textOf((text) => `\u200b${text}`)[0]).toContain(unseen(1, '200B'))
    expect(textOf((text) => text.replace('"title"', '"\u2060title"')).join()).toContain(unseen(4, '2060'))
    expect(textOf((text) => text.replace(shopsScreen.entity, `${shopsScreen.entity}\u200e`)).join()).toContain('看不見的字元 U+200E')
    expect(textOf((text) => text.replace('"title": "', '"title": "\u200b'))).toEqual([])
  })

  it('a finding about a field that was renamed suggests its new name', () => {
    const { shopName, ...properties } = shopEntity.properties
    const renamed = { ...shopEntity, label: 'callName', properties: { ...properties, callName: { ...shopName, renamedFrom: 'shopName' } } }
    const { diagnostics } = check({ [entityPath]: { ...renamed, required: [] } })
    expect(new Set(diagnostics.map(({ file, suggestion }) => `${file} ${suggestion}`))).toEqual(new Set([`${screenPath} callName`]))
  })

  it('points at the key that nobody knows', () => {
    const text = '{\n  "uri": "/_demo/shops", "titel": "門市",\n  "title": "門市", "entity": "shop", "list": { "columns": ["shopName"] } }'
    expect(check({ [screenPath]: text }).diagnostics.map(formatDiagnostic)).toEqual([
      'screens/_demo/shops.json:2:26 /titel 不認識的鍵「titel」（你是不是要寫「title」？）',
    ])
  })
})

describe('syntax', () => {
  it.each([
    ['{', 'JSON 語法錯誤'],
    ['', 'JSON 語法錯誤：檔案是空的'],
    [' \n', 'JSON 語法錯誤：檔案是空的'],
    ['{ “uri”: 1 }', '此處的「“」是全形字，請改成半形的 "'],
    ['{ "uri"： 1 }', '此處的「：」是全形字，請改成半形的 :'],
    ['{\u3000"uri": 1 }', '全形（或不換行）的空白'],
    ['{ "list": True }', '請改成小寫的 true'],
    ['{ "list": [1,] }', '最後一項之後不可有逗號'],
    ['<<<<<<< HEAD\n{}', '合併衝突'],
    ['uri: /_demo/shops', '「uri」須加雙引號，寫成 "uri"'],
    ['{ "uri": "/_demo/shops", }', 'JSON 語法錯誤'],
    ['{ // no\n}', 'JSON 語法錯誤：JSON 不可有註解'],
    ["{ 'uri': 1 }", 'JSON 語法錯誤'],
    ['[]', '應為物件'],
    ['{ "uri": "/a/b", "uri": "/a/c" }', '鍵「uri」重複'],
    ['{ "__proto__": {} }', '不可使用「__proto__」作為鍵'],
    ['{ "list": { "constructor": {} } }', '不可使用「constructor」作為鍵'],
  ])('%s is refused', (text, expected) => {
    const { diagnostics, catalog } = check({ [screenPath]: text })
    expect(diagnostics[0]?.message).toContain(expected)
    expect(diagnostics.every((one) => one.file === screenPath)).toBe(true)
    expect(catalog.entities.size).toBe(2)
  })
})

it('a byte order mark at the beginning of a file means nothing', () =>
  expect(check({ [screenPath]: `\ufeff${JSON.stringify(shopsScreen)}` }).diagnostics).toEqual([]))

it('a title where a name belongs is answered with the name', () => {
  const columns = (list: readonly string[]) => findings({ screen: { list: { ...shopsScreen.list, columns: list } } })
  expect(columns(['shopNo', '名稱', 'shop_name'])).toEqual(['wrong-form /list/columns/1 shopName', 'wrong-form /list/columns/2 shopName'])
  expect(findings({ screen: { entity: '門市' } })).toEqual(['wrong-form /entity shop'])
})

describe('limits', () => {
  it.each([
    ['size', ` ${JSON.stringify({ notes: 'a'.repeat(256 * 1024) })}`],
    ['depth', '['.repeat(200_000)],
    ['nodes', JSON.stringify(Array.from({ length: 2100 }, () => 1))],
  ])('limits of %s come before anything else', (_name, text) =>
    expect(check({ [screenPath]: text }).diagnostics.map((one) => one.code)).toEqual(['limit']),
  )
  it('limits do not count what stands in texts', () => expect(findings({ screen: { notes: '[{,'.repeat(600) } })).toEqual([]))
})

describe('a broken document', () => {
  it('harms no other', () => {
    const { catalog } = check({ 'dictionaries/Broken.json': '{', 'entities/demo/broken.json': { name: 'broken' } })
    expect(catalog.screens.size).toBe(1)
    expect([...catalog.broken].sort()).toEqual(['dictionaries/Broken.json', 'entities/demo/broken.json'])
  })

  it('a broken document takes along the screens that stand on it, without blaming them', () => {
    const { catalog, diagnostics } = check({ [entityPath]: { ...shopEntity, key: 'none' } })
    expect(diagnostics.map((one) => one.file)).toEqual([entityPath])
    expect(catalog.screens.size).toBe(0)
    expect([...catalog.broken].sort()).toEqual([entityPath, screenPath])
  })

  it('a broken document is one whose name another file has', () =>
    expect(findings({ files: { 'entities/demo/other.json': visitEntity } })).toEqual(['duplicate-name /name', 'duplicate-name /name']))

  it('a broken document is one whose name does not end as it should, and says so', () => {
    for (const path of ['screens/_demo/shops.JSON', 'screens/_demo/more.json.txt', 'entities/demo/x.jsonc']) {
      const [found] = check({ [path]: shopsScreen }).diagnostics
      expect([found?.file, found?.message]).toEqual([path, '檔名的結尾須是小寫的 .json，否則不會讀取；請改檔名'])
    }
  })

  it('a broken document is one that was copied to a name that is no uri', () =>
    expect(
      check({ 'screens/_demo/shops (1).json': shopsScreen })
        .diagnostics.map(({ message }) => message)
        .join(),
    ).toContain('請改檔名'))

  it('a broken document is one that could not be read, and no other is', () => {
    const files = [...demoFiles(), { path: 'entities/demo/huge.json', text: '', unread: '讀不到這個檔案' }]
    const { catalog, diagnostics } = checkDocuments(files, known)
    expect(diagnostics.map(formatDiagnostic)).toEqual(['entities/demo/huge.json:1:1 / 讀不到這個檔案'])
    expect(catalog.screens.size).toBe(1)
  })

  it('a broken document is one that stands where no document belongs', () =>
    expect(findings({ files: { 'screens/shops.json': shopsScreen } })).toEqual(['misplaced-file ']))

  it('a broken document is a screen of an entity that does not exist', () =>
    expect(findings({ screen: { entity: 'shops' } })).toEqual(['unknown-entity /entity shop']))
})

describe('the last good version', () => {
  const good = check().catalog

  it('the last good version stays when a file breaks', () => {
    const merged = mergeCatalog(good, check({ [screenPath]: '{', 'dictionaries/ShopKind.json': '{' }).catalog)
    expect(merged.screens.get('/_demo/shops')).toBe(good.screens.get('/_demo/shops'))
    expect(merged.dictionaries.get('ShopKind')).toBe(good.dictionaries.get('ShopKind'))
    expect(merged.files.get(screenPath)?.text).toBe(good.files.get(screenPath)?.text)
    expect(merged.broken.has(screenPath)).toBe(true)
  })

  it('the last good version of a screen keeps the entity it was resolved with', () => {
    const { shopName: _gone, ...properties } = shopEntity.properties
    const renamed = { ...shopEntity, label: 'title', properties: { ...properties, title: shopEntity.properties.shopName }, required: [] }
    const merged = mergeCatalog(good, check({ [entityPath]: renamed }).catalog)
    expect(merged.screens.get('/_demo/shops')).toBe(good.screens.get('/_demo/shops'))
    expect(merged.entities.get('shop')).toBe(good.entities.get('shop'))
  })

  it('the last good version keeps an option that it names, and what names an option that is not there yet', () => {
    const statuses = (keys: readonly string[]) => ({ name: 'ShopStatus', title: '狀態', options: keys.map((key) => ({ key, value: key })) })
    const path = 'dictionaries/ShopStatus.json'
    const lost = mergeCatalog(good, check({ [path]: statuses(['1', '2']) }).catalog)
    expect(lost.dictionaries.get('ShopStatus')).toBe(good.dictionaries.get('ShopStatus'))
    expect(
      checkDocuments(
        [...lost.files].map(([file, { text }]) => ({ path: file, text })),
        known,
      ).diagnostics,
    ).toEqual([])
    const ahead = { ...shopEntity, final: ['1', '3', '4'] }
    const broken = mergeCatalog(good, check({ [path]: '{', [entityPath]: ahead }).catalog)
    expect(broken.entities.get('shop')).toBe(good.entities.get('shop'))
  })

  it.each(['entities/demo/shop.json', 'entities/demo/visit.json', 'dictionaries/ShopKind.json'])(
    'the last good version keeps %s, which was deleted, as long as it stands on it',
    (path) => {
      const next = check({ [path]: null }).catalog
      const merged = mergeCatalog(good, next)
      expect(merged.screens.get('/_demo/shops')).toBe(good.screens.get('/_demo/shops'))
      expect([...merged.files.keys()].sort()).toEqual([...good.files.keys()].sort())
      expect(mergeCatalog(merged, check({ [screenPath]: null, [path]: null }).catalog).screens.size).toBe(0)
    },
  )

  it('the last good version does not keep what was deleted', () => {
    const merged = mergeCatalog(good, check({ [screenPath]: null, 'menu.json': '{' }).catalog)
    expect(merged.screens.size).toBe(0)
    expect(merged.menu).toBe(good.menu)
  })

  it('an entity waits for the records of a kept one until its screen follows, and only then takes them over', () => {
    const renamed = { ...shopEntity, name: 'branch', renamedFrom: 'shop' }
    const moved = { [entityPath]: null, 'entities/demo/branch.json': renamed }
    const merged = mergeCatalog(good, check(moved).catalog)
    expect([...merged.entities.keys()].sort()).toEqual(['shop', 'visit'])
    expect([...merged.files.keys()].sort()).toEqual([...good.files.keys()].sort())
    const next = check({ ...moved, [screenPath]: { ...shopsScreen, entity: 'branch' } }).catalog
    const after = mergeCatalog(merged, next)
    expect([...after.entities.keys()].sort()).toEqual(['branch', 'visit'])
    expect(conversionSteps(merged, after, [])).toMatchObject([{ kind: 'entity', former: 'shop', name: 'branch' }])
  })

  it('the last good version is served beside screens that are resolved once, however often other files are saved meanwhile', () => {
    let reads = 0
    const counted = <Document extends object>(document: Document) =>
      new Proxy(document, {
        get: (target, name) => {
          reads += name === 'list' ? 1 : 0
          return Reflect.get(target, name) as unknown
        },
      })
    const broken = check({ 'menu.json': '{' }).catalog
    const screenDocuments = new Map([...broken.screenDocuments].map(([uri, document]) => [uri, counted(document)]))
    const memory = new LinkMemory()
    const first = mergeCatalog(good, { ...broken, screenDocuments }, memory)
    const readOnce = reads
    expect(readOnce).toBeGreaterThan(0)
    mergeCatalog(first, { ...broken, screenDocuments }, memory)
    expect(reads).toBe(readOnce)
  })

  it('the last good version of nothing is nothing', () =>
    expect(mergeCatalog(check({ [screenPath]: '{' }).catalog, check({ [screenPath]: '[' }).catalog).screens.size).toBe(0))

  it('gives way to a good one', () => {
    const changed = check({ [screenPath]: { ...shopsScreen, title: '新標題' } }).catalog
    expect(mergeCatalog(good, changed).screens.get('/_demo/shops')?.title).toBe('新標題')
  })
})

describe('random damage', () => {
  it('random damage never throws, and never lets a screen through that names what is not there', () => {
    const files = demoFiles()
    let state = 12345
    const random = (below: number) => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0
      return state % below
    }
    for (let round = 0; round < 400; round += 1) {
      const target = random(files.length)
      const damaged = files.map((file, index) => (index === target ? { ...file, text: damage(file.text, random) } : file))
      const { catalog, diagnostics } = checkDocuments(damaged, known)
      for (const diagnostic of diagnostics) expect(diagnostic.line).toBeGreaterThan(0)
      for (const screen of catalog.screens.values()) expect(catalog.entities.has(screen.entity.name)).toBe(true)
    }
  })
})

function damage(text: string, random: (below: number) => number): string {
  const at = random(text.length)
  const pieces = ['', '"', '{', ']', 'null', '9', 'x', ',', '"$ref": "#",', '\u0000', '[[[']
  return text.slice(0, at) + (pieces[random(pieces.length)] ?? '') + text.slice(at + random(4))
}
