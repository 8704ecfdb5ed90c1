// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { iconNames } from '../../rules/iconNames.ts'
import { CollapsibleCard } from './CollapsibleCard.tsx'
import { EmptyState } from './EmptyState.tsx'
import { Icon } from './Icon.tsx'
import { iconPath } from './icons.ts'

afterEach(cleanup)

/** Icons of the menu groups, domain 4.0. */
const menuIcons =
  'admin_panel_settings hub store campaign warning stars hourglass_bottom history account_balance domain celebration confirmation_number settings assessment web'

describe('Icon', () => {
  it('Icon knows every icon of the menu, each with a drawing of its own', () => {
    for (const name of menuIcons.split(' ')) expect(iconNames as readonly string[]).toContain(name)
    expect(new Set(menuIcons.split(' ').map(iconPath)).size).toBe(menuIcons.split(' ').length)
  })

  it('Icon is decoration without a label and speaks with one', () => {
    render(
      <>
        <Icon name="store" />
        <Icon name="search" label="查詢" />
      </>,
    )
    expect(screen.getAllByRole('img')).toHaveLength(1)
    expect(screen.getByRole('img', { name: '查詢' })).toBeTruthy()
  })

  it('draws something for names it does not know, also for names that objects have', () => {
    expect(iconPath('constructor')).toBe(iconPath('no_such_icon'))
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
  it('EmptyState says 查無資料', () => {
    render(<EmptyState />)
    expect(screen.getByText('查無資料')).toBeTruthy()
  })
})
