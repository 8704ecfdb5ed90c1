// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { CollapsibleCard } from './CollapsibleCard.tsx'
import { EmptyState } from './EmptyState.tsx'
import { Icon } from './Icon.tsx'

afterEach(cleanup)

describe('Icon', () => {
  it('Icon is decoration without a label and speaks with one', () => {
    render(
      <>
        <Icon name="settings" />
        <Icon name="search" label="查詢" />
      </>,
    )
    expect(screen.getAllByRole('img')).toHaveLength(1)
    expect(screen.getByRole('img', { name: '查詢' })).toBeTruthy()
  })
})

describe('CollapsibleCard', () => {
  it('folds by its triangle', async () => {
    render(<CollapsibleCard title="基本資料">內容</CollapsibleCard>)
    const toggle = screen.getByRole('button', { name: '基本資料' })
    expect([toggle.getAttribute('aria-expanded'), toggle.textContent]).toEqual(['true', '▼基本資料'])
    await userEvent.click(toggle)
    expect([toggle.getAttribute('aria-expanded'), toggle.textContent]).toEqual(['false', '▶基本資料'])
  })
})

describe('EmptyState', () => {
  it('says 查無資料', () => {
    render(<EmptyState />)
    expect(screen.getByText('查無資料')).toBeTruthy()
  })
})
