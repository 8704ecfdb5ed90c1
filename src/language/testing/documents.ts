import type { Known } from '../catalog/known.ts'
import { type CheckResult, checkDocuments } from '../check/checkDocuments.ts'
import type { DocumentFile } from '../check/checkedFiles.ts'
import type { Entity } from '../documents/entity.ts'
import type { Screen } from '../documents/screen.ts'

/** A small set of valid documents, which tests change in one place. */
export const shopEntity: Entity = {
  name: 'shop',
  title: '門市',
  key: 'shopNo',
  label: 'shopName',
  type: 'object',
  properties: {
    shopNo: { type: 'string', title: '代號', 'x-computed': true, 'x-search': true },
    shopName: { type: 'string', title: '名稱', maxLength: 60, 'x-search': true },
    kind: { type: 'string', title: '類型', 'x-dictionary': 'ShopKind', 'x-immutable': true },
    cityCode: { type: 'string', title: '縣市', 'x-dictionary': 'City' },
    districtCode: { type: 'string', title: '行政區', 'x-dictionary': { name: 'District', strArg: 'form.cityCode' } },
    openDate: { type: 'string', title: '開店日', format: 'date' },
    closeDate: { type: 'string', title: '閉店日', format: 'date', 'x-after': 'openDate' },
    area: { type: 'number', title: '坪數', minimum: 0, 'x-decimals': 1 },
    points: { type: 'integer', title: '點數', 'x-format': 'points' },
    isOpen: { type: 'boolean', title: '營業中', default: true },
    logo: { type: 'string', title: '商標', format: 'imageDataUrl' },
    tags: { type: 'array', title: '標籤', items: { type: 'string' } },
    tiers: {
      type: 'array',
      title: '級距',
      'x-widget': 'tiers',
      minItems: 1,
      items: {
        type: 'object',
        properties: {
          conditionSeq: { type: 'integer', title: '序號', 'x-computed': true },
          conditionPoint: { type: 'integer', title: '回饋點數', minimum: 0, maximum: 9999999999 },
          discountRate: { type: 'number', title: '點數折扣率', minimum: 0, maximum: 100, 'x-decimals': 1 },
        },
        required: ['conditionPoint', 'discountRate'],
      },
    },
    status: { type: 'string', title: '狀態', default: '2', 'x-dictionary': 'ShopStatus', 'x-format': 'badge', 'x-computed': true },
    submittedBy: { type: 'string', title: '申請人員', 'x-computed': true },
  },
  required: ['shopName', 'kind'],
  when: { cityCode: { required: { 'form.kind': { eq: '1' } } } },
  transitions: {
    approve: { label: '核准', field: 'status', from: ['2'], to: '3', permission: 'approve', notBy: ['updatedBy'], bulk: true },
    reject: {
      label: '退回',
      field: 'status',
      from: ['2'],
      to: '1',
      permission: 'approve',
      guard: { 'row.isOpen': { eq: true } },
      input: { properties: { reason: { type: 'string', title: '原因', maxLength: 200 } }, required: ['reason'] },
    },
  },
  final: ['1', '3'],
  editable: { 'row.status': { in: ['1', '3'] } },
  deletable: { 'row.status': { eq: '1' } },
}

export const visitEntity: Entity = {
  name: 'visit',
  title: '拜訪',
  key: 'visitNo',
  label: 'visitNo',
  type: 'object',
  properties: {
    visitNo: { type: 'string', title: '編號', 'x-computed': true },
    shopNo: { type: 'string', title: '門市' },
    visitedAt: { type: 'string', title: '時間', format: 'date-time' },
  },
}

export const shopsScreen: Screen = {
  uri: '/_demo/shops',
  title: '門市維護',
  entity: 'shop',
  list: {
    columns: [{ field: 'shopNo', link: 'edit' }, 'shopName', { field: 'points', total: true }, 'status', 'updatedAt'],
    filters: ['shopName', 'kind', 'openDate', { field: 'points', op: 'between' }],
    sort: ['-points', 'shopNo'],
    views: { open: { title: '營業中', filter: { 'row.isOpen': { eq: true } } } },
    toolbar: ['create', 'export'],
    rowActions: ['edit', 'delete', 'approve', 'reject', 'ring'],
    bulkActions: ['approve'],
    expand: 'visits',
  },
  forms: {
    create: { groups: [{ title: '基本資料', fields: ['shopName', 'kind', 'cityCode', 'districtCode', 'tiers'] }] },
    edit: { extends: 'create', actions: ['approve'] },
  },
  actions: { ring: { label: '致電', permission: 'ring', request: 'POST /api/demo/shops/{id}/ring' } },
  children: { visits: { entity: 'visit', by: 'shopNo', columns: ['visitNo', 'visitedAt'], actions: ['ring'] } },
}

const dictionary = (name: string, keys: readonly string[]) => ({
  name,
  title: name,
  options: keys.map((key) => ({ key, value: `值${key}` })),
})

export const known: Known = {
  dictionaries: new Set(['City', 'District', 'OnTheHour', 'BoolToTwoValues', 'User']),
  resources: new Set(['company.companies']),
  pages: new Set(['/noticeboard', '/_authority/change_password', '/_authority/forget_password']),
  tables: new Map([
    [
      'shop_table',
      {
        table: 'shop_table',
        entity: 'tableShop',
        scope: 'companyNo',
        screens: ['demo.table_shops'],
        elsewhere: 'read',
        shown: ['shopNo', 'status', 'submittedBy'],
        written: ['shopName', 'phone'],
        once: ['companyNo'],
        masks: { phone: 'mobile' },
        state: 'status',
        transitions: { approve: { permission: 'approve', from: ['2'], to: '3', notBy: ['submittedBy'] } },
        actors: ['submittedBy'],
        editable: { 'row.status': { eq: '1' } },
      },
    ],
    [
      'shop',
      {
        table: 'shop',
        view: 'shop_view',
        entity: 'storedShop',
        scope: null,
        screens: ['demo.shops'],
        elsewhere: 'read',
        shown: ['shopNo', 'status', 'submittedBy'],
        written: ['shopName', 'cityCode', 'districtCode', 'openDate', 'closeDate', 'area', 'points', 'isOpen', 'logo', 'tags', 'tiers'],
        once: ['kind'],
        state: 'status',
        transitions: {
          approve: { permission: 'approve', from: ['2'], to: '3', notBy: ['updatedBy'] },
          reject: { permission: 'approve', from: ['2'], to: '1' },
        },
      },
    ],
    [
      'gift_card',
      {
        table: 'gift_card',
        entity: 'giftCard',
        scope: 'companyNo',
        screens: ['demo.gift_cards'],
        elsewhere: 'read',
        written: ['cardNo', 'cardName', 'kind', 'rate', 'validUntil', 'usedAt', 'isOpen', 'companyNo'],
      },
    ],
    ['bill_table', { table: 'bill_table', entity: 'bill', scope: null, screens: ['demo.bills'], elsewhere: 'readers', shown: ['billNo'] }],
    ['secret_table', { table: 'secret_table', entity: 'secret', scope: null, screens: [], elsewhere: 'nothing', shown: ['secretNo'] }],
  ]),
  permissions: new Set(['company.companies.view', 'company.companies.approve']),
  roles: new Set(['OPS', 'FIN']),
  lentPermissions: [{ permission: 'company.companies.approve', screens: ['demo.lent'] }],
  calls: new Map([['demo.calling', ['/api/account/users']]]),
  codePaths: ['/api/account', '/api/demo/tickets'],
}

/** The valid documents as files. `changes` replaces or adds documents by path; null removes one. */
export function demoFiles(changes: Readonly<Record<string, unknown>> = {}): readonly DocumentFile[] {
  const documents: Record<string, unknown> = {
    'entities/demo/shop.json': shopEntity,
    'entities/demo/visit.json': visitEntity,
    'screens/_demo/shops.json': shopsScreen,
    'dictionaries/ShopKind.json': dictionary('ShopKind', ['1', '2']),
    'dictionaries/ShopStatus.json': dictionary('ShopStatus', ['1', '2', '3']),
    'menu.json': { groups: [{ uri: '/_demo', displayName: '示範', matIcon: 'store', items: ['shops'] }] },
    ...changes,
  }
  return Object.entries(documents)
    .filter(([, document]) => document !== null)
    .map(([path, document]) => ({ path, text: typeof document === 'string' ? document : JSON.stringify(document, null, 2) }))
}

export function check(changes: Readonly<Record<string, unknown>> = {}): CheckResult {
  return checkDocuments(demoFiles(changes), known)
}

/** Checks the documents with a changed entity or screen. Returns one line `code pointer suggestion?` per finding. */
export function findings(changes: {
  readonly entity?: object
  readonly screen?: object
  readonly files?: Readonly<Record<string, unknown>>
}): readonly string[] {
  const result = check({
    ...(changes.entity && { 'entities/demo/shop.json': { ...shopEntity, ...changes.entity } }),
    ...(changes.screen && { 'screens/_demo/shops.json': { ...shopsScreen, ...changes.screen } }),
    ...changes.files,
  })
  return result.diagnostics.map(({ code, pointer, suggestion }) => `${code} ${pointer}${suggestion === undefined ? '' : ` ${suggestion}`}`)
}
