import { expect, it } from 'vitest'
import type { Entity } from '../../../language/documents/entity.ts'
import { resolveScreen } from '../../../language/resolve/screen.ts'
import type { ResolvedForm } from '../../../language/resolved.ts'
import { firstFieldOf } from './useSteps.ts'

const stall: Entity = {
  name: 'stall',
  title: '攤位',
  key: 'stallNo',
  label: 'stallNo',
  type: 'object',
  properties: {
    stallNo: { type: 'string', title: '編號', 'x-computed': true },
    brand: { type: 'string', title: '品牌' },
    rent: { type: 'integer', title: '租金' },
  },
}
const { forms } = resolveScreen(
  {
    uri: '/_test/stalls',
    title: '攤位',
    entity: 'stall',
    list: { columns: ['stallNo'], toolbar: ['create'] },
    forms: {
      create: {
        tabs: [
          { title: '品牌', fields: ['stallNo', 'brand'] },
          { title: '合約', fields: ['rent'] },
          { title: '系統', fields: ['stallNo'] },
        ],
      },
    },
  },
  new Map([[stall.name, stall]]),
)

it('a tab begins with its first field that can be filled in', () => {
  expect([0, 1, 2, 3].map((index) => firstFieldOf(forms.create as ResolvedForm, index))).toEqual(['brand', 'rent', undefined, undefined])
})
