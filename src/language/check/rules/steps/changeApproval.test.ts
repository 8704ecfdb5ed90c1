import { describe, expect, it } from 'vitest'
import { formatDiagnostic } from '../../../findings/formatDiagnostic.ts'
import { check } from '../../../testing/documents.ts'

const waits = {
  hasPendingChange: { type: 'boolean', title: '待審變更', default: false, 'x-computed': true },
  changeSubmittedBy: { type: 'string', title: '變更申請人員', 'x-computed': true },
}
const rate = {
  name: 'rate',
  title: '費率',
  key: 'rateNo',
  label: 'rateNo',
  type: 'object',
  properties: {
    rateNo: { type: 'string', title: '代號', 'x-unique': true, 'x-immutable': true },
    unitPrice: { type: 'number', title: '單價', 'x-approval': true },
    ...waits,
  },
  required: ['rateNo'],
}
const decisions = ['approveChange', 'rejectChange', 'withdrawChange']
const screen = {
  uri: '/_demo/rates',
  title: '費率',
  entity: 'rate',
  list: {
    columns: [{ field: 'rateNo', link: 'view' }, 'unitPrice'],
    filters: ['hasPendingChange'],
    toolbar: ['create'],
    rowActions: ['edit', ...decisions],
  },
}

const found = (entity: object, shown: object) => {
  const files = { 'entities/demo/rate.json': entity, 'screens/_demo/rates.json': shown }
  const { diagnostics } = check(files)
  return diagnostics.filter(({ code }) => code !== 'schema-address').map(formatDiagnostic)
}
const withList = (list: object, more: object = {}) => found(rate, { ...screen, list: { ...screen.list, ...list }, ...more })

describe('changes that wait for a second person', () => {
  it('changes that wait for a second person need the fields that tell of them, and a screen to decide', () => {
    expect(found(rate, screen)).toEqual([])
    expect(
      withList({ rowActions: ['edit', 'withdrawChange'] }, { forms: { view: { actions: ['approveChange', 'rejectChange'] } } }),
    ).toEqual([])
  })

  it('changes that wait for a second person may be asked to begin on a day, which no record has', () => {
    const dated = (property: object, more: object = {}) =>
      found({ ...rate, properties: { ...rate.properties, changeEffectiveDate: { title: '生效日', ...property } }, ...more }, screen)
    const date = { type: 'string', format: 'date' }
    expect(dated(date)).toEqual([])
    const finding = [expect.stringContaining(' /properties/changeEffectiveDate ')]
    expect(dated({ type: 'string' })).toEqual(finding)
    expect(dated({ ...date, 'x-computed': true })).toEqual(finding)
    expect(dated(date, { required: ['rateNo', 'changeEffectiveDate'] })).toEqual(expect.arrayContaining(finding))
  })

  it('changes that wait for a second person cannot be what an edit needs', () => {
    const editable = (condition: object) => found({ ...rate, editable: condition }, screen)
    const isWaiting = { 'row.hasPendingChange': { eq: true } }
    expect(editable(isWaiting)).toEqual([expect.stringContaining(' /editable ')])
    expect(editable({ $any: [isWaiting, { 'row.unitPrice': { gt: 1 } }] })).toEqual([])
    expect(editable({ 'row.hasPendingChange': { eq: false } })).toEqual([])
  })

  it('changes that wait for a second person are refused without fields that tell of them', () => {
    const { hasPendingChange: _waiting, changeSubmittedBy: _maker, ...properties } = rate.properties
    expect(found({ ...rate, properties }, { ...screen, list: { columns: ['rateNo'] } })).toEqual([
      expect.stringMatching(
        /^entities\/demo\/rate\.json:\d+:\d+ \/properties\/unitPrice\/x-approval .*請在 properties 加上 "hasPendingChange": \{"type":"boolean"/,
      ),
    ])
    const open = { ...rate.properties, changeSubmittedBy: { type: 'string', title: '申請人員' } }
    expect(found({ ...rate, properties: open }, screen)[0]).toMatch(/\/properties\/changeSubmittedBy .*請加上 "x-computed": true/)
    const text = { ...rate.properties, hasPendingChange: { type: 'string', title: '待審', 'x-computed': true } }
    expect(found({ ...rate, properties: text }, screen)[0]).toMatch(
      /\/properties\/hasPendingChange .*須是 "hasPendingChange": \{"type":"boolean"/,
    )
  })

  it('changes that wait for a second person are refused where nobody can decide, naming the screen of the analyst', () => {
    expect(withList({ rowActions: ['edit'] })[0]).toMatch(
      /^entities\/demo\/rate\.json:\d+:\d+ .*請在 screens\/_demo\/rates\.json 的 list\.rowActions 加上 "approveChange"、"rejectChange"、"withdrawChange"$/,
    )
    expect(withList({ rowActions: ['edit', 'approveChange', 'withdrawChange'] })[0]).toMatch(/加上 "rejectChange"$/)
    expect(withList({ rowActions: ['history'], toolbar: [] })).toEqual([])
  })

  it('changes that wait for a second person are seen by who decides, who finds them', () => {
    const unseen = withList({ columns: [{ field: 'rateNo', link: 'view' }] }, { forms: { view: { fields: ['rateNo'] } } })
    expect(unseen[0]).toMatch(/^screens\/_demo\/rates\.json:\d+:\d+ \/list\/rowActions\/1 核准的人在此畫面看不到「unitPrice」/)
    expect(withList({ filters: [] })[0]).toMatch(/\/list\/rowActions\/1 .*請在 list\.filters 加上 "hasPendingChange"/)
  })

  it('changes that wait for a second person are decided one by one, under names that nothing else has', () => {
    expect(withList({ bulkActions: ['approveChange'] })[0]).toMatch(/\/list\/bulkActions\/0 「approveChange」要看過一筆資料的變更/)
    expect(withList({ rowActions: ['edit', 'aproveChange', ...decisions] })[0]).toMatch(
      /\/list\/rowActions\/1 .*你是不是要寫「approveChange」/,
    )
    const actions = { approveChange: { label: '核准', permission: 'approve', request: 'POST /api/demo/rates/{id}/approve_change' } }
    expect(withList({}, { actions }).join('\n')).toMatch(/\/actions\/approveChange .*直接放進 rowActions 即可/)
    const transitions = { approveChange: { label: '核准', field: 'rateNo', from: ['1'], to: '2', permission: 'approve' } }
    expect(found({ ...rate, transitions }, screen).join('\n')).toMatch(/\/transitions\/approveChange .*狀態轉換請改用其他名稱/)
  })

  it.each([
    ['x-computed', '由系統填寫'],
    ['x-immutable', '新增之後不能修改'],
  ])('never come from a field with %s, which nobody changes', (key, why) => {
    const unitPrice = { ...rate.properties.unitPrice, [key]: true }
    expect(found({ ...rate, properties: { ...rate.properties, unitPrice } }, screen)[0]).toMatch(
      new RegExp(`/properties/unitPrice/x-approval 欄位「unitPrice」${why}（${key}），沒有變更可以核准`),
    )
  })

  it('suggests approveChange where a screen writes approve', () => {
    expect(withList({ rowActions: ['edit', 'approve', ...decisions] })[0]).toMatch(/沒有名為「approve」.*你是不是要寫「approveChange」/)
  })

  it('exist only where the entity has x-approval', () => {
    const unitPrice = { type: 'number', title: '單價' }
    expect(found({ ...rate, properties: { ...rate.properties, unitPrice } }, screen)[0]).toMatch(/沒有名為「approveChange」的動作/)
  })
})
