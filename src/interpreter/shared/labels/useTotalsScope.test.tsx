// @vitest-environment jsdom
import { cleanup, screen as page, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { ResolvedList } from '../../../language/resolved.ts'
import { columnOf, screenOf } from '../../../language/testing/screenFactory.ts'
import { createFakeHttp } from '../../testing/fakeHttp.ts'
import { renderConsole } from '../../testing/renderConsole.tsx'
import { useTotalsScope } from './useTotalsScope.ts'

afterEach(cleanup)

const options: Readonly<Record<string, readonly object[]>> = {
  Status: [
    { key: '1', value: '待開立' },
    { key: '9', value: '已作廢' },
  ],
  Kind: [{ key: '2', value: '折讓單' }],
}

function Scope({ list }: { list: ResolvedList }) {
  return <p role="note">{useTotalsScope(list)}</p>
}

async function scopeOf(conditions: Pick<ResolvedList, 'totalsOf' | 'totalsMinus'>): Promise<string | null> {
  const columns = [
    columnOf({ field: 'status', title: '狀態', dictionary: { name: 'Status' } }),
    columnOf({ field: 'kind', title: '類別', dictionary: { name: 'Kind' } }),
  ]
  const http = createFakeHttp((call) =>
    call.path === '/api/shared/dictionary' ? options[(call.body as { parameter: string }).parameter] : {},
  )
  renderConsole(<Scope list={screenOf({ list: { columns, totals: ['points'], ...conditions } }).list} />, { http })
  const isSimple = Object.keys(conditions).length > 0 && conditions.totalsOf?.$any === undefined
  if (isSimple) await waitFor(() => expect(page.getByRole('note').textContent).not.toBe(''))
  return page.getByRole('note').textContent
}

describe('useTotalsScope', () => {
  it('useTotalsScope says what totals leave out and subtract', async () => {
    expect(await scopeOf({ totalsOf: { 'row.status': { nin: ['1', '9'] } }, totalsMinus: { 'row.kind': { eq: '2' } } })).toBe(
      '不含待開立、已作廢；折讓單為減項',
    )
  })

  it('useTotalsScope says which rows alone are added', async () => {
    expect(await scopeOf({ totalsOf: { 'row.status': { eq: '1' } } })).toBe('只計待開立')
  })

  it.each([{}, { totalsOf: { $any: [{ 'row.status': { eq: '1' } }, { 'row.kind': { eq: '2' } }] } }])(
    'useTotalsScope says nothing about %j',
    async (conditions) => {
      expect(await scopeOf(conditions)).toBe('')
    },
  )
})
