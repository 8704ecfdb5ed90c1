import { describe, expect, it } from 'vitest'
import { check, demoFiles, shopEntity, shopsScreen } from '../testing/documents.ts'

const reject = shopEntity.transitions?.reject ?? {}
const { approve } = shopEntity.transitions ?? {}

const preset = (name: string, kind: string, content: object, parameters?: object) => ({
  [`presets/${name}.json`]: { name, title: name, for: kind, ...(parameters && { parameters }), content },
})

const withEntity = (changes: object, files: object = {}) => check({ 'entities/demo/shop.json': { ...shopEntity, ...changes }, ...files })
const withScreen = (changes: object, files: object = {}) => check({ 'screens/_demo/shops.json': { ...shopsScreen, ...changes }, ...files })

const found = (result: ReturnType<typeof check>) => result.diagnostics.map(({ file, code, pointer }) => `${file} ${code} ${pointer}`)
const shop = 'entities/demo/shop.json'

/** The text of a file from a line and column on. */
function textAt(files: object, path: string, line = 0, column = 0): string | undefined {
  const { text = '' } = demoFiles({ ...files }).find((file) => file.path === path) ?? {}
  return text.split('\n')[line - 1]?.slice(column - 1)
}

const reason = preset(
  'reason',
  'input',
  { properties: { $field: { type: 'string', title: '$title', maxLength: '$length' } }, required: ['$field'] },
  { field: { title: '欄位' }, title: { title: '標題', default: '原因' }, length: { title: '字數', default: 200 } },
)

describe('a preset', () => {
  it('a preset stands where it is named as if it were written there', () => {
    const input = { use: { preset: 'reason', with: { field: 'reason' } } }
    const { catalog, diagnostics } = withEntity({ transitions: { approve, reject: { ...reject, input } } }, reason)
    expect(diagnostics).toEqual([])
    expect(catalog.entities.get('shop')).toEqual(shopEntity)
  })

  it('a preset gives way to what the document says, name by name, and to null', () => {
    const files = preset('review', 'entity', {
      transitions: { approve, reject, extra: { ...approve, label: '另一步' } },
      deletable: { 'row.status': { eq: '2' } },
    })
    const transitions = { approve: { label: '通過', bulk: null }, extra: null }
    const { catalog, diagnostics } = withEntity({ use: 'review', transitions }, files)
    expect(diagnostics.filter(({ file }) => file === shop)).toEqual([])
    const { bulk: _bulk, ...single } = { ...approve, label: '通過' }
    expect(catalog.entities.get('shop')?.transitions).toEqual({ approve: single, reject })
    expect(catalog.entities.get('shop')?.deletable).toEqual(shopEntity.deletable)
  })

  it('a preset brings its members where use stands', () => {
    const { properties, ...rest } = shopEntity
    const { shopNo, ...others } = properties
    const files = preset('numbered', 'entity', { properties: { shopNo } })
    const first = check({ [shop]: { use: 'numbered', properties: others, ...rest }, ...files })
    const last = check({ [shop]: { properties: others, ...rest, use: 'numbered' }, ...files })
    expect(Object.keys(first.catalog.entities.get('shop')?.properties ?? {})[0]).toBe('shopNo')
    expect(Object.keys(last.catalog.entities.get('shop')?.properties ?? {}).at(-1)).toBe('shopNo')
  })

  it('a preset may name others, and leave a member out whose parameter has no value', () => {
    const files = {
      ...reason,
      ...preset(
        'step',
        'transition',
        { ...reject, confirm: '$confirm', input: { use: { preset: 'reason', with: { field: 'reason' } } } },
        {
          confirm: { title: '確認', default: null },
        },
      ),
    }
    const { catalog, diagnostics } = withEntity({ transitions: { approve, reject: { use: 'step' } } }, files)
    expect(diagnostics).toEqual([])
    expect(catalog.entities.get('shop')).toEqual(shopEntity)
  })

  it.each([
    ['is missing', 'reaso', {}, `${shop} unknown-preset /transitions/reject/input/use`],
    [
      'is not for such a part',
      'misfit',
      preset('misfit', 'action', { label: '錯' }),
      `${shop} preset-does-not-fit /transitions/reject/input/use`,
    ],
    ['lacks a value', 'reason', {}, `${shop} missing-parameter /transitions/reject/input/use`],
    [
      'has no such parameter',
      { preset: 'reason', with: { field: 'reason', titel: 'x' } },
      {},
      `${shop} unknown-parameter /transitions/reject/input/use/with/titel`,
    ],
    [
      'goes round in a circle',
      'one',
      { ...preset('one', 'input', { use: 'two' }), ...preset('two', 'input', { use: 'one' }) },
      `${shop} circular-use /transitions/reject/input/use`,
    ],
    [
      'brings what does not fit',
      'odd',
      preset('odd', 'input', { properties: {}, colour: 'red' }),
      `${shop} unknown-key /transitions/reject/input/use`,
    ],
    [
      'is given a value that does not fit',
      { preset: 'reason', with: { field: 'reason', length: 'long' } },
      {},
      `${shop} wrong-type /transitions/reject/input/use/with/length`,
    ],
    ['is named in another way', { name: 'reason' }, {}, `${shop} use-form /transitions/reject/input/use`],
  ] as const)('a preset that %s is an error where the document names it', (_title, use, files, expected) => {
    const result = withEntity({ transitions: { approve, reject: { ...reject, input: { use } } } }, { ...reason, ...files })
    expect(found(result)).toContain(expected)
  })

  it('a preset says in a finding where it brought the mistake from, at line and column of use', () => {
    const files = {
      [shop]: { ...shopEntity, transitions: { approve, reject: { ...reject, input: { use: 'outer' } } } },
      ...preset('outer', 'input', { use: 'inner', title: '原因' }),
      ...preset('inner', 'input', { properties: { reason: { type: 'text' } } }),
    }
    const [finding] = check(files).diagnostics
    expect(textAt(files, shop, finding?.line, finding?.column)).toMatch(/^"outer"/)
    const [, path = '', line, column] = /^來自 (.+):(\d+):(\d+)：/.exec(finding?.message ?? '') ?? []
    expect(path).toBe('presets/inner.json')
    expect(textAt(files, path, Number(line), Number(column))).toMatch(/^"text"/)
  })

  it('a part of another screen says in a finding where it stands there', () => {
    const files = {
      'screens/_demo/twins.json': { uri: '/_demo/twins', title: '訪視', entity: 'visit', list: { use: '/_demo/shops' } },
    }
    const finding = check(files).diagnostics.find(({ message }) => message.includes('shopName'))
    expect(finding?.file).toBe('screens/_demo/twins.json')
    expect(finding?.message).toMatch(/^來自 screens\/_demo\/shops\.json:\d+:\d+：/)
  })

  it('a preset with a mistake of its own breaks those who name it, and says so at both', () => {
    const files = preset('broken', 'input', { properties: {}, required: ['$nothing'] })
    expect(found(withEntity({ transitions: { approve, reject: { ...reject, input: { use: 'broken' } } } }, files))).toEqual([
      `${shop} broken-preset /transitions/reject/input/use`,
      'presets/broken.json unknown-parameter /content/required/0',
    ])
  })

  it('a preset that nobody names is a warning: nothing has checked it', () =>
    expect(found(check(reason))).toEqual(['presets/reason.json unused-preset /name']))

  it('a preset cannot make a small file huge', () => {
    const level = (index: number) =>
      preset(`level${index}`, 'property', {
        type: 'object',
        properties: Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`field${at}`, { use: `level${index + 1}` }])),
      })
    const files = { ...level(1), ...level(2), ...level(3), ...preset('level4', 'property', { type: 'string' }) }
    const result = withEntity({ properties: { ...shopEntity.properties, tower: { use: 'level1' } } }, files)
    expect(found(result)).toContain(`${shop} limit /properties/tower/use`)
  })
})

describe('rights in presets', () => {
  it('rights in a preset are not those of other screens, except to view', () => {
    const other = preset('other', 'transition', { ...approve, permission: 'company.companies.approve' })
    expect(found(check(other))).toContain('presets/other.json preset-permission /content/permission')
    const given = preset('given', 'transition', { ...approve, permission: '$who' }, { who: { title: '權限' } })
    expect(found(check(given))).toEqual(['presets/given.json unused-preset /name'])
  })

  it('rights in a preset never decide which records an entity is about', () =>
    expect(found(check(preset('scoped', 'entity', { scope: 'companyNo' })))).toContain(
      'presets/scoped.json preset-own-member /content/scope',
    ))

  it('rights in a preset are judged as if written in the document', () => {
    const files = preset('step', 'transition', { ...approve, permission: 'approve' })
    const transitions = { approve: { use: 'step', permission: 'company.companies.approve' } }
    expect(found(withEntity({ transitions, final: ['1', '3', '2'] }, files)).some((line) => line.includes('permission'))).toBe(true)
  })
})

describe('a part of another screen', () => {
  const twin = { uri: '/_demo/twins', title: '門市審核', entity: 'shop' }
  const twins = (screen: object) => check({ 'screens/_demo/twins.json': { ...twin, ...screen } })

  it('a part of another screen is taken from the same place, and what is said besides comes first', () => {
    const { catalog, diagnostics } = twins({
      list: { use: '/_demo/shops', rowActions: ['approve'], expand: null, toolbar: [], bulkActions: [] },
    })
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    const list = catalog.screens.get('/_demo/twins')?.list
    expect(list?.columns).toEqual(catalog.screens.get('/_demo/shops')?.list.columns)
    expect(list?.rowActions).toEqual(['approve'])
    expect(list?.expand).toBeUndefined()
  })

  it('a part of another screen comes with all that a form extends', () => {
    const list = { columns: ['shopNo'], rowActions: ['edit'] }
    const { catalog, diagnostics } = twins({ list, forms: { edit: { use: '/_demo/shops', actions: [] } } })
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(catalog.screens.get('/_demo/twins')?.forms.edit?.layout).toEqual(catalog.screens.get('/_demo/shops')?.forms.edit?.layout)
  })

  it.each([
    ['a screen that is not there', '/_demo/shop', 'unknown-screen'],
    ['a place that is empty there', '/_demo/shops', 'unknown-reference'],
    ['itself', '/_demo/twins', 'circular-use'],
  ])('a part of another screen is an error for %s', (_title, use, code) => {
    const result = twins({ list: { columns: ['shopNo'] }, forms: { view: { use } } })
    expect(found(result)).toContain(`screens/_demo/twins.json ${code} /forms/view/use`)
  })
})

describe('groups of another form', () => {
  const group = { title: '更多', fields: ['points'] }
  const forms = (view: object, rest: object = {}) => withScreen({ forms: { ...shopsScreen.forms, view, ...rest } })

  it('groups of another form stand among those of a form', () => {
    const { catalog, diagnostics } = forms({ groups: [group, { form: 'edit' }] })
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    const { layout } = catalog.screens.get('/_demo/shops')?.forms.view ?? {}
    expect(layout?.kind === 'groups' && layout.groups.map(({ title }) => title)).toEqual(['更多', '基本資料'])
  })

  it('groups of another form come without what that form omits', () => {
    const { catalog } = forms(
      { groups: [group, { form: 'short' }] },
      { short: { mode: 'edit', extends: 'create', omit: ['tiers', 'cityCode'] } },
    )
    const { layout } = catalog.screens.get('/_demo/shops')?.forms.view ?? {}
    expect(layout?.kind === 'groups' && layout.groups[1]?.fields).toEqual(['shopName', 'kind', 'districtCode'])
  })

  it.each([
    ['of a form that is not there', { groups: [{ form: 'edti' }] }, 'unknown-form'],
    ['of itself', { groups: [{ form: 'view' }] }, 'circular-use'],
  ])('groups of another form are an error when %s', (_title, view, code) =>
    expect(found(forms(view))).toContain(`screens/_demo/shops.json ${code} /forms/view/groups/0/form`),
  )
})
