// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Coupon } from '../../../src/answers/exchange.ts'
import { plannedHttp, renderPortal } from '../testing.tsx'
import { CouponTickets } from './CouponTickets.tsx'

function couponOf(index: number, changes: Partial<Coupon> = {}): Coupon {
  const number = String(index).padStart(4, '0')
  return {
    ...{ couponNo: `9T2M-4KXW-7QZ3-${number}`, couponName: `${index} 號券`, expireDate: '2027-01-31', status: '2', statusName: '已發放' },
    ...{ faceValue: 50, usedAt: null, recipientName: '林小美', recipientMobile: '0912345678', recipientEmail: 'mei@example.com' },
    ...changes,
  }
}

const print = vi.fn()
beforeEach(() => vi.stubGlobal('print', print))
afterEach(() => {
  cleanup()
  print.mockReset()
  vi.unstubAllGlobals()
})

const paper = () => document.querySelector<HTMLElement>('.print-sheet')

describe('CouponTickets', () => {
  it('shows barcode and QR code of what a shop takes, and of used ones the state alone', async () => {
    render(<CouponTickets coupons={[couponOf(1), couponOf(2, { status: '3', statusName: '已使用' })]} />)
    const [first, second] = screen.getAllByRole('listitem')
    if (!first || !second) throw new Error('no tickets')
    expect(await within(first).findByRole('img', { name: '條碼' })).toBeInTheDocument()
    expect(within(first).getByRole('img', { name: 'QR Code' })).toBeInTheDocument()
    expect(within(second).queryByRole('img')).not.toBeInTheDocument()
    expect(second).toHaveTextContent('9T2M-4KXW-7QZ3-0002')
    expect(second).toHaveTextContent('已使用')
  })

  it('puts one or all that can be used on paper, and clears it away when its reader is back', async () => {
    render(<CouponTickets coupons={[couponOf(1), couponOf(2), couponOf(3, { status: '5', statusName: '已逾期' })]} />)
    await screen.findAllByRole('img', { name: '條碼' })
    fireEvent.click(screen.getByRole('button', { name: '列印 9T2M-4KXW-7QZ3-0002' }))
    expect(print).toHaveBeenCalledTimes(1)
    expect(paper()).toHaveTextContent('9T2M-4KXW-7QZ3-0002')
    expect(paper()).not.toHaveTextContent('9T2M-4KXW-7QZ3-0001')
    expect(paper()?.querySelectorAll('svg')).toHaveLength(2)
    fireEvent.pointerDown(document.body)
    expect(paper()).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: '列印或存成 PDF（2 張）' }))
    expect(paper()?.querySelectorAll('li')).toHaveLength(2)
    expect(paper()?.querySelectorAll('button')).toHaveLength(0)
  })

  it('copies a number, or marks it where the browser may not', async () => {
    const writeText = vi.fn().mockResolvedValueOnce(undefined).mockRejectedValueOnce(new Error('not allowed'))
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
    render(<CouponTickets coupons={[couponOf(1)]} />)
    const copy = screen.getByRole('button', { name: '複製 9T2M-4KXW-7QZ3-0001' })
    fireEvent.click(copy)
    expect(await screen.findByText('已複製')).toBeInTheDocument()
    expect(writeText).toHaveBeenCalledWith('9T2M-4KXW-7QZ3-0001')
    fireEvent.click(copy)
    expect(await screen.findByText('已選取，請複製')).toBeInTheDocument()
    expect(String(getSelection())).toBe('9T2M-4KXW-7QZ3-0001')
  })

  it('CouponTickets has what can be used mailed again', async () => {
    const post = vi.fn(async () => ({ sent: 1 }))
    renderPortal(<CouponTickets coupons={[couponOf(1)]} resend={{ path: '/api/portal/exchange/mail', body: { orderNo: 'EX1' } }} />, {
      http: plannedHttp({ post: post as never }),
      path: '/exchange',
    })
    fireEvent.click(screen.getByRole('button', { name: '重寄給收件人' }))
    expect(await screen.findByText(/已重寄 1 張票券至收件人的電子郵件信箱/)).toBeInTheDocument()
    expect(post).toHaveBeenCalledWith('/api/portal/exchange/mail', { orderNo: 'EX1' })
  })

  it('draws a long order piece by piece', () => {
    render(<CouponTickets coupons={Array.from({ length: 30 }, (_, index) => couponOf(index))} />)
    expect(screen.getAllByRole('listitem')).toHaveLength(12)
    fireEvent.click(screen.getByRole('button', { name: '再顯示 12 張（還有 18 張）' }))
    expect(screen.getAllByRole('listitem')).toHaveLength(24)
  })
})
