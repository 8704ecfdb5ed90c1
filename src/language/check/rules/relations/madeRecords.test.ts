import { expect, it } from 'vitest'
import { check, findings, shopEntity, shopsScreen } from '../../../testing/documents.ts'

const properties = { ...shopEntity.properties, shopNo: { type: 'string', title: '代號', 'x-unique': true } }
const ring = { label: '複製', permission: 'ring', request: 'POST /api/demo/shops/{id}/ring' }
const screen = (changes: object) => ({
  list: { ...shopsScreen.list, rowActions: [...(shopsScreen.list.rowActions ?? []), 'view'] },
  actions: { ring: { ...ring, ...changes } },
})
const found = (changes: object) => findings({ entity: { properties }, screen: screen(changes) }).filter((line) => line.includes('/actions'))
const made = { screen: '/_demo/shops', key: 'shopNo' }

it.each([
  [{ made }, []],
  [{ made: { ...made, from: 'newNo', form: 'edit' }, after: 'made' }, []],
  [{ after: 'made' }, ['missing-key /actions/ring/after']],
  [{ made: { ...made, screen: '/_demo/shop' } }, ['unknown-screen /actions/ring/made/screen /_demo/shops']],
  [{ made: { ...made, key: 'shopName' } }, ['not-addressed /actions/ring/made/key']],
  [{ made: { ...made, form: 'edit' } }, ['no-effect /actions/ring/made/form']],
  [{ made: { ...made, form: 'edt' }, after: 'made' }, ['unknown-form /actions/ring/made/form edit']],
  [{ request: undefined, open: '/_demo/shops', made }, ['action-kind /actions/ring/made']],
])('what %j makes has the findings %j', (changes, expected) => expect(found(changes)).toEqual(expected))

it('stands in the resolved action with the permission of the screen', () => {
  const { catalog } = check({
    'entities/demo/shop.json': { ...shopEntity, properties },
    'screens/_demo/shops.json': { ...shopsScreen, ...screen({ made: { ...made, form: 'edit' }, after: 'made' }) },
  })
  expect(catalog.screens.get('/_demo/shops')?.actions.ring).toMatchObject({
    after: 'made',
    made: [{ uri: '/_demo/shops', permission: 'demo.shops.view', kind: 'record', key: 'shopNo' }],
    madeForm: 'edit',
  })
})
