// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { toast } from 'react-toastify/unstyled'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { SerialVerdict } from '../../../src/answers/exchange.ts'
import { HttpProblem } from '../../../src/client/http/problem.ts'
import { openPromise, plannedHttp, renderPortalHook } from '../../shared/testing.tsx'
import type { SerialRow } from './serialRows.ts'
import { useSerialRows } from './useSerialRows.ts'

afterEach(() => {
  toast.dismiss()
  cleanup()
})

const good: SerialVerdict = { ok: true, last4: 'WXYZ', remainingPoints: 300, expireDate: '2027-12-31' }

function renderRows(answer: () => Promise<SerialVerdict>, known: readonly string[] = []) {
  const post = vi.fn(async (..._call: readonly unknown[]) => ({ serials: [await answer()] }))
  const keep = vi.fn()
  const hook = renderPortalHook(() => useSerialRows(known, keep), plannedHttp({ post: post as never }))
  const row = (index = 0): SerialRow => {
    const found = hook.current().rows[index]
    if (!found) throw new Error(`no row ${index}`)
    return found
  }
  const type = (changes: { serialNo?: string; pin?: string }, index = 0) => hook.act(() => hook.current().change(row(index).key, changes))
  const check = (index = 0) => hook.act(() => hook.current().check(row(index)))
  return { ...hook, post, keep, row, type, check }
}

describe('the serials of an exchange', () => {
  it('begin with one empty row, or with the numbers of an earlier visit and no pin', () => {
    expect(renderRows(async () => good).current().rows).toMatchObject([{ serialNo: '', pin: '' }])
    cleanup()
    expect(renderRows(async () => good, ['AAAA', 'BBBB']).current().rows).toMatchObject([
      { serialNo: 'AAAA', pin: '', open: null },
      { serialNo: 'BBBB', pin: '', open: null },
    ])
  })

  it('the serials of an exchange are looked at one by one, without the blanks around what was typed', async () => {
    const rows = renderRows(async () => good)
    await rows.type({ serialNo: ' AAAA-1111 ', pin: ' 12345678 ' })
    await rows.check()
    expect(rows.post).toHaveBeenCalledWith('/api/portal/exchange/serials', { serials: [{ serialNo: 'AAAA-1111', pin: '12345678' }] })
    expect(rows.row()).toMatchObject({ open: { last4: 'WXYZ', remainingPoints: 300, expireDate: '2027-12-31' }, problem: null })
  })

  it('the serials of an exchange keep their numbers for a later visit, never their pins', async () => {
    const rows = renderRows(async () => good)
    await rows.type({ serialNo: 'AAAA', pin: '12345678' })
    expect(rows.keep).toHaveBeenLastCalledWith(['AAAA'])
    expect(JSON.stringify(rows.keep.mock.calls)).not.toContain('12345678')
  })

  it('clear a refused pin and say why; the next letter takes the text away', async () => {
    const rows = renderRows(async () => ({ ok: false, text: '序號或密碼錯誤。', code: 'E1401' }))
    await rows.type({ serialNo: 'AAAA', pin: '1' })
    await rows.check()
    expect(rows.row()).toMatchObject({ serialNo: 'AAAA', pin: '', problem: '序號或密碼錯誤。', open: null })
    await rows.type({ pin: '2' })
    expect(rows.row().problem).toBeNull()
  })

  it('the serials of an exchange keep everything typed when the connection is lost', async () => {
    const lost = new HttpProblem({ kind: 'network', status: 0, code: null, text: '主機沒有連線' })
    const rows = renderRows(() => Promise.reject(lost))
    await rows.type({ serialNo: 'AAAA', pin: '12345678' })
    await rows.check()
    expect(rows.row()).toMatchObject({ serialNo: 'AAAA', pin: '12345678', open: null, problem: null })
    expect(rows.current().isChecking).toBe(false)
  })

  it('the serials of an exchange do not ask twice for a serial that is already in, however it was typed', async () => {
    const rows = renderRows(async () => good)
    await rows.type({ serialNo: 'AAAA-1111', pin: '1' })
    await rows.check()
    await rows.act(() => rows.current().add())
    await rows.type({ serialNo: 'aaaa 1111', pin: '1' }, 1)
    await rows.check(1)
    expect(rows.row(1).problem).toBe('序號重複，請移除後再試。')
    expect(rows.post).toHaveBeenCalledTimes(1)
  })

  it('lose nothing that was typed while an answer was on its way', async () => {
    const answer = openPromise<SerialVerdict>()
    const rows = renderRows(() => answer.promise)
    await rows.type({ serialNo: 'AAAA', pin: '1' })
    await rows.act(() => rows.current().add())
    await rows.act(() => {
      void rows.current().check(rows.row())
    })
    await rows.type({ serialNo: 'BBBB', pin: '2' }, 1)
    await rows.act(() => answer.resolve(good))
    expect(rows.current().rows).toMatchObject([
      { serialNo: 'AAAA', open: { last4: 'WXYZ' } },
      { serialNo: 'BBBB', pin: '2' },
    ])
  })

  it('the serials of an exchange do not take the answer to another number for theirs', async () => {
    const answer = openPromise<SerialVerdict>()
    const rows = renderRows(() => answer.promise)
    await rows.type({ serialNo: 'AAAA', pin: '1' })
    await rows.act(() => {
      void rows.current().check(rows.row())
    })
    await rows.type({ serialNo: 'CCCC' })
    await rows.act(() => answer.resolve(good))
    expect(rows.row()).toMatchObject({ serialNo: 'CCCC', open: null })
  })

  it('the serials of an exchange leave one empty row when the last one is taken away', async () => {
    const rows = renderRows(async () => good, ['AAAA'])
    await rows.act(() => rows.current().remove(rows.row().key))
    expect(rows.current().rows).toMatchObject([{ serialNo: '', pin: '' }])
    expect(rows.keep).toHaveBeenLastCalledWith([])
  })

  it('the serials of an exchange are taken from a pasted list, and those with their pin are looked at', async () => {
    const rows = renderRows(async () => good)
    await rows.act(() => expect(rows.current().paste(rows.row().key, '序號\t密碼\nAAAA-1111\t12345678\nBBBB-2222\n')).toBe(true))
    expect(rows.current().rows).toMatchObject([
      { serialNo: 'AAAA-1111', open: { remainingPoints: 300 } },
      { serialNo: 'BBBB-2222', pin: '', open: null },
    ])
    expect(rows.post).toHaveBeenCalledTimes(1)
  })

  it('the serials of an exchange are no list when one number is pasted, with blanks inside or not', async () => {
    const rows = renderRows(async () => good)
    await rows.act(() => expect(rows.current().paste(rows.row().key, '8802 1234 5678 9011')).toBe(false))
    expect(rows.current().rows).toHaveLength(1)
  })

  it('the serials of an exchange are at most twenty, however many are pasted', async () => {
    const rows = renderRows(async () => good)
    const list = Array.from({ length: 25 }, (_, index) => `S${index}`).join('\n')
    await rows.act(() => expect(rows.current().paste(rows.row().key, list)).toBe(true))
    expect(rows.current().rows).toHaveLength(20)
  })
})
