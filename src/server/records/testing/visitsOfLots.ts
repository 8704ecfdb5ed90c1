import type { Entity, Property } from '../../../language/documents/entity.ts'
import type { Screen } from '../../../language/documents/screen.ts'
import type { Actor } from '../../platform/actor.ts'
import { actorOf } from './sampleEngine.ts'

// Records that name others: what the tests of references and of rollups are about.

/** A property that is a text. */
export const text = (title: string, keys: Partial<Property> = {}): Property => ({ type: 'string', title, ...keys })

const rollup = (title: string, rolled: Property['x-rollup'], keys: Partial<Property> = {}): Property => ({
  ...{ type: 'integer', title, 'x-computed': true, ...keys },
  ...(rolled && { 'x-rollup': rolled }),
})
const ofVisits = { child: 'visit', by: 'lotNo' } as const
const rollups = {
  visits: rollup('盤點次數', { ...ofVisits, op: 'count' }),
  counted: rollup('盤點數', { ...ofVisits, op: 'sum', field: 'count' }),
  fewest: rollup('最少', { ...ofVisits, op: 'min', field: 'count' }),
  most: rollup('最多', { ...ofVisits, op: 'max', field: 'count' }),
  lastVisit: rollup('最後盤點', { ...ofVisits, op: 'last', field: 'visitNo' }, { type: 'string' }),
}

/** Lots, as records of a table or as documents; the latter count their visits. */
export const lotEntity = (kind: 'table' | 'document'): Entity => ({
  name: 'lot',
  title: '批次',
  key: 'lotNo',
  label: 'lotName',
  scope: 'companyNo',
  ...(kind === 'table' && { table: 'lot' }),
  type: 'object',
  properties: {
    lotNo: text('批號', { 'x-unique': true, 'x-immutable': true }),
    lotName: text('品名'),
    companyNo: text('特約商'),
    price: { type: 'number', title: '單價', 'x-decimals': 2 },
    madeOn: text('製造日', { format: 'date' }),
    isOpen: { type: 'boolean', title: '開放' },
    ...(kind === 'document' && rollups),
  },
})

/** Visits, each of a lot, with lines of lots. */
export const visitEntity = (onDelete: 'refuse' | 'clear'): Entity => ({
  name: 'visit',
  title: '盤點',
  key: 'visitNo',
  label: 'visitNo',
  scope: 'companyNo',
  type: 'object',
  properties: {
    visitNo: text('編號', { 'x-unique': true }),
    companyNo: text('特約商'),
    count: { type: 'integer', title: '數量' },
    lotNo: text('批號', {
      'x-ref': { entity: 'lot', show: ['lotName', 'price', 'madeOn'], filter: { 'row.isOpen': { eq: true } }, onDelete },
    }),
    former: text('前次盤點', { 'x-ref': { entity: 'visit' } }),
    lines: {
      type: 'array',
      title: '明細',
      items: {
        type: 'object',
        properties: {
          lot: text('批號', { 'x-ref': { entity: 'lot', show: ['madeOn'] } }),
          count: { type: 'integer', title: '數量' },
          price: { type: 'number', title: '單價', 'x-decimals': 2, 'x-from': 'lot.price' },
        },
      },
    },
  },
})

export const visitScreen: Screen = {
  uri: '/_test/visits',
  title: '盤點',
  entity: 'visit',
  list: {
    columns: ['visitNo', 'lotNo', 'lotNo.lotName', { field: 'lotNo.price', total: true }, 'lotNo.madeOn'],
    filters: [
      { field: 'lotNo', op: 'eq' },
      'lotNo.lotName',
      { field: 'lotNo.price', op: 'between' },
      { field: 'lotNo.madeOn', op: 'between' },
    ],
    sort: ['visitNo'],
    expand: ['lines'],
    toolbar: ['create', 'export'],
    rowActions: ['edit', 'view', 'delete', 'history'],
  },
  report: { groups: ['lotNo.lotName'], sums: ['lotNo.price'] },
}

/** The table of lots. */
export const lotTable = `create table lot (
  id bigint primary key default random_id(), lot_no text not null unique, lot_name text, company_no text, price numeric(18, 2), made_on date,
  is_open boolean, row_version int not null default 1, created_by text, created_at timestamptz, updated_by text, updated_at timestamptz)`

export const staff: Actor = {
  ...actorOf('amy'),
  permissions: new Set(['view', 'create', 'edit', 'delete', 'export'].map((action) => `test.visits.${action}`)),
}
export const merchant: Actor = { ...staff, userName: 'mia', userType: '2', companyNo: 'C2', readableCompanyNos: ['C2'] }
