// @vitest-environment jsdom

import { cleanup } from '@testing-library/react'
import { toast } from 'react-toastify/unstyled'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Order } from '../../../src/answers/exchange.ts'
import { HttpProblem, type HttpProblemDetails } from '../../../src/client/http/problem.ts'
import { keyReusedCode } from '../../../src/rules/refusalCodes.ts'
import { openPromise, renderPortalHook } from '../../shared/testing.tsx'
import { useOrder } from './useOrder.ts'

beforeEach(() => void vi.stubGlobal('scrollTo', vi.fn()))
afterEach(() => {
  toast.dismiss()
  cleanup()
  vi.unstubAllGlobals()
})

const placed: Order = {
  ...{ orderNo: 'EX202611210001', orderedAt: '2026-11-21T00:00:00Z', channel: '1', quantity: 1, points: 100, faceAmount: 50 },
  ...{ status: '1', statusName: '已完成', coupons: [], replayed: false },
}

function renderOrder(place: () => Promise<Order>) {
  const calls = { onOtherOrder: vi.fn(), onPlaced: vi.fn(), onRefused: vi.fn(), renew: vi.fn() }
  const { renew, ...work } = calls
  const hook = renderPortalHook(() => useOrder({ place, ...work, captcha: { renew } }))
  const confirm = async () => {
    await hook.act(() => hook.current().ask())
    await hook.act(() => hook.current().confirm())
  }
  return { ...hook, ...calls, confirm }
}

const refusal = (details: Partial<HttpProblemDetails>) => () =>
  Promise.reject(new HttpProblem({ kind: 'text', status: 409, code: 'E4001', text: '點數不足。', ...details }))

describe('an order', () => {
  it('an order is asked about first, and can be given up', async () => {
    const place = vi.fn(async () => placed)
    const order = renderOrder(place)
    expect(order.current().step).toBe('choosing')
    await order.act(() => order.current().ask())
    expect(order.current().step).toBe('confirming')
    await order.act(() => order.current().cancel())
    expect([order.current().step, place.mock.calls.length]).toEqual(['choosing', 0])
  })

  it('shows its coupons once it is placed, and begins again', async () => {
    const order = renderOrder(async () => placed)
    await order.confirm()
    expect([order.current().step, order.current().order]).toEqual(['done', placed])
    expect([order.onPlaced, order.onRefused, order.onOtherOrder].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0])
    await order.act(() => order.current().again())
    expect([order.current().step, order.current().order]).toEqual(['choosing', null])
  })

  it('an order is sent once however often the button is pressed meanwhile', async () => {
    const answer = openPromise<Order>()
    const place = vi.fn(() => answer.promise)
    const order = renderOrder(place)
    await order.act(() => {
      void order.current().confirm()
    })
    await vi.waitFor(() => expect(order.current().isSending).toBe(true), 30_000)
    await order.act(() => order.current().confirm())
    await order.act(() => answer.resolve(placed))
    expect([place.mock.calls.length, order.current().step]).toEqual([1, 'done'])
  })

  it('an order that was refused reads stock and points again, with another captcha', async () => {
    const order = renderOrder(refusal({}))
    await order.confirm()
    expect(order.current()).toMatchObject({ step: 'choosing', order: null, isSending: false })
    expect([order.onRefused, order.renew, order.onPlaced, order.onOtherOrder].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0, 0])
  })

  it('an order that got no answer changes nothing: the same button sends the same order again', async () => {
    const order = renderOrder(refusal({ kind: 'network', status: 0, code: null, text: '主機沒有連線' }))
    await order.confirm()
    expect(order.current().step).toBe('choosing')
    expect([order.onRefused, order.renew, order.onPlaced, order.onOtherOrder].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0, 0])
  })

  it('an order whose key made another order before ends the draft', async () => {
    const order = renderOrder(refusal({ code: keyReusedCode }))
    await order.confirm()
    expect(order.onOtherOrder).toHaveBeenCalledTimes(1)
  })

  it('shows a refused captcha at its field', async () => {
    const order = renderOrder(refusal({ kind: 'fields', status: 400, fields: { captcha: '「我不是機器人」驗證失敗，請再送出一次。' } }))
    await order.confirm()
    expect(order.current().captchaProblem).toBe('「我不是機器人」驗證失敗，請再送出一次。')
  })
})
