import type { Entity } from '../../language/documents/entity.ts'
import type { Screen } from '../../language/documents/screen.ts'
import { resolveScreen } from '../../language/resolve/screen.ts'
import type { ResolvedForm, ResolvedScreen } from '../../language/resolved.ts'

/** An entity with one field of each kind that forms handle differently. */
const shop: Entity = {
  name: 'shop',
  title: '門市',
  key: 'shopNo',
  label: 'name',
  type: 'object',
  properties: {
    shopNo: { type: 'string', title: '門市代號', 'x-computed': true },
    name: { type: 'string', title: '名稱', maxLength: 5 },
    taxNumber: { type: 'string', title: '統一編號', format: 'taxNumber' },
    kind: { type: 'string', title: '類型', 'x-dictionary': 'Kind', 'x-immutable': true },
    parentNo: { type: 'string', title: '總店代號' },
    cityCode: { type: 'string', title: '縣市', 'x-dictionary': 'City' },
    districtCode: { type: 'string', title: '鄉鎮市區', 'x-dictionary': { name: 'District', strArg: 'form.cityCode' } },
    zipCode: {
      type: 'string',
      title: '郵遞區號',
      format: 'zipCode',
      'x-widget': 'text',
      'x-dictionary': { name: 'ZipCode', strArg: 'form.districtCode' },
      'x-from': 'dictionary:districtCode',
    },
    startDate: { type: 'string', title: '起日', format: 'date' },
    endDate: { type: 'string', title: '迄日', format: 'date', 'x-after': 'startDate' },
    password: { type: 'string', title: '密碼', 'x-widget': 'password' },
    account: { type: 'string', title: '帳號', format: 'alphaNumeric', 'x-mask': 'account' },
    members: {
      type: 'array',
      title: '成員',
      items: { type: 'object', properties: { code: { type: 'string', title: '代碼' } }, required: ['code'] },
    },
    status: { type: 'string', title: '狀態', 'x-dictionary': 'Status', 'x-computed': true },
  },
  required: ['name', 'kind'],
  when: { parentNo: { visible: { 'form.kind': { eq: '2' } }, required: { 'form.kind': { eq: '2' } } } },
  transitions: {
    reject: {
      label: '退回',
      field: 'status',
      from: ['2'],
      to: '5',
      permission: 'reject',
      input: { properties: { rejectReason: { type: 'string', title: '退回原因', maxLength: 200 } }, required: ['rejectReason'] },
    },
  },
}

const groups = [
  { title: '基本', fields: ['shopNo', 'name', 'taxNumber', 'kind', 'parentNo'] },
  { title: '地址', fields: ['cityCode', 'districtCode', 'zipCode'], collapsed: true },
]

const document: Screen = {
  uri: '/_test/shops',
  title: '門市維護',
  entity: 'shop',
  list: { columns: ['shopNo'], rowActions: ['reject', 'delete'] },
  forms: {
    create: { mode: 'create', groups },
    edit: {
      mode: 'edit',
      open: 'page',
      tabs: [
        { title: '主要', groups },
        { title: '其他', fields: ['startDate', 'endDate', 'password', 'account', 'members', 'status'] },
      ],
    },
    view: { mode: 'view', open: 'drawer', fields: ['shopNo', 'name', 'kind', 'parentNo', 'members', 'status'], actions: ['reject'] },
  },
}

export const shopScreen: ResolvedScreen = resolveScreen(document, new Map([['shop', shop]]))

export function shopForm(name: 'create' | 'edit' | 'view'): ResolvedForm {
  const form = shopScreen.forms[name]
  if (!form) throw new Error(`The test screen lacks the form ${name}`)
  return form
}

const options: Readonly<Record<string, Readonly<Record<string, readonly { key: string; value: string }[]>>>> = {
  Kind: { '': [option('1', '總店'), option('2', '分店')] },
  City: { '': [option('A', '臺北市'), option('H', '桃園市')] },
  District: { A: [option('A100', '中正區')], H: [option('H320', '中壢區')] },
  ZipCode: { A100: [option('100', '100')], H320: [option('320', '320')] },
  Status: { '': [option('1', '草稿'), option('2', '待審')] },
}

/** The dictionaries of the shop's fields. */
export function shopDictionaries({ name, strArg = '' }: { readonly name: string; readonly strArg?: string }) {
  return options[name]?.[strArg] ?? []
}

function option(key: string, value: string) {
  return { key, value }
}
