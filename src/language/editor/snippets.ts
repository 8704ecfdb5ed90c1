/** Beginnings that editors offer where a field, a step, a form or a child list may stand. `$1` is where typing goes on; other dollars are escaped. */
export interface Snippet {
  readonly label: string
  readonly description: string
  readonly body: object
}

const snippet = (label: string, description: string, body: object): Snippet => ({ label, description, body })

export const fieldSnippets: readonly Snippet[] = [
  snippet('文字', '一行文字', { type: 'string', title: '$1', maxLength: 60 }),
  snippet('整數', '整數，不小於 0', { type: 'integer', title: '$1', minimum: 0 }),
  snippet('金額', '兩位小數的數字', { type: 'number', title: '$1', minimum: 0, 'x-decimals': 2, 'x-format': 'money' }),
  snippet('日期', '年月日', { type: 'string', title: '$1', format: 'date' }),
  snippet('是否', '是或否', { type: 'boolean', title: '$1', default: false }),
  snippet('選項', '字典中的一個選項', { type: 'string', title: '$1', 'x-dictionary': '$2' }),
  snippet('同事', '負責的人，先填入登入者', { type: 'string', title: '$1', 'x-dictionary': 'User', 'x-me': true }),
  snippet('參照', '另一種資料的一筆', { type: 'string', title: '$1', 'x-ref': { entity: '$2', show: ['$3'] } }),
  snippet('公式', '由其他欄位算出', { type: 'number', title: '$1', 'x-decimals': 2, 'x-formula': { '\\$mul': ['row.$2', 'row.$3'] } }),
  snippet('自動編號', '年月與流水號', { type: 'string', title: '$1', 'x-number': '$2{yyyyMM}-{0000}' }),
  snippet('多列資料', '每列有自己的欄位', {
    type: 'array',
    title: '$1',
    items: { type: 'object', properties: { $2: { type: 'string', title: '$3' } } },
  }),
]

export const stepSnippets: readonly Snippet[] = [
  snippet('轉換', '由一個狀態到另一個', { label: '$1', field: 'status', from: ['$2'], to: '$3', permission: '$4' }),
  snippet('退回', '須填寫原因', {
    label: '退回',
    field: 'status',
    from: ['$1'],
    to: '$2',
    permission: '$3',
    input: { properties: { rejectReason: { type: 'string', title: '退回原因', maxLength: 200 } }, required: ['rejectReason'] },
  }),
]

export const filterSnippets: readonly Snippet[] = [
  snippet('區間', '起與迄', { field: '$1', op: 'between' }),
  snippet('最近幾天', '一進畫面就有的日期區間', { field: '$1', default: { lastDays: 7 }, maxDays: 92 }),
]

export const formSnippets: readonly Snippet[] = [
  snippet('欄位', '一個接一個', { fields: ['$1'] }),
  snippet('區塊', '有標題的幾個區塊', { groups: [{ title: '$1', fields: ['$2'] }] }),
  snippet('頁籤', '一個頁籤與異動紀錄', {
    tabs: [
      { title: '$1', fields: ['$2'] },
      { title: '異動紀錄', history: true },
    ],
  }),
]

export const childSnippets: readonly Snippet[] = [
  snippet('明細清單', '另一種資料中屬於這一筆的', { title: '$1', entity: '$2', by: '$3', columns: ['$4'] }),
]
