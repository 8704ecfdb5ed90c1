import { expect, it } from 'vitest'
import type { Entity } from '../../../language/documents/entity.ts'
import { resolveScreen } from '../../../language/resolve/screen.ts'
import type { ResolvedForm } from '../../../language/resolved.ts'
import { copiedValues } from './openForm.ts'

const patron: Entity = {
  name: 'patron',
  title: '會員',
  key: 'patronNo',
  label: 'patronNo',
  type: 'object',
  properties: {
    patronNo: { type: 'string', title: '編號', 'x-unique': true },
    patronName: { type: 'string', title: '姓名', 'x-mask': 'name' },
    mobiles: { type: 'array', title: '手機', items: { type: 'string', 'x-mask': 'mobile' } },
    apiKey: { type: 'string', title: '金鑰', 'x-mask': 'secret' },
    remark: { type: 'string', title: '備註' },
  },
}
const { forms } = resolveScreen(
  { uri: '/_test/patrons', title: '會員', entity: 'patron', list: { columns: ['patronNo'], toolbar: ['create'] } },
  new Map([[patron.name, patron]]),
)
const copied = (record: object) => copiedValues(forms.create as ResolvedForm, { id: 1, patronNo: 'P1', remark: '**重要**', ...record })

it('a copy has no masks for values, and the values where they have come whole', () => {
  const remark = { remark: '**重要**' }
  expect(copied({ patronName: '王○明', mobiles: ['0912***678'], apiKey: '********' })).toEqual(remark)
  const whole = { patronName: '王小明', mobiles: ['0912345678'] }
  expect(copied({ ...whole, apiKey: '********' })).toEqual({ ...remark, ...whole })
})
