// @vitest-environment jsdom
import { fireEvent, render, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { DisplayFormat } from '../../../language/documents/vocabulary.ts'
import type { ResolvedColumn } from '../../../language/resolved.ts'
import { columnOf } from '../../../language/testing/screenFactory.ts'
import { type ColumnLabels, noLabels } from '../labels/columnLabels.ts'
import { renderCell } from './cellRenderers.tsx'

function draw(format: DisplayFormat, value: unknown, labels: ColumnLabels = noLabels, part: Partial<ResolvedColumn> = {}) {
  return render(<div>{renderCell(value, { column: columnOf({ field: 'one', title: '圖', format, ...part }), labels })}</div>).container
}

const labels: ColumnLabels = new Map([
  ['1', { value: '啟用', tone: 'success' }],
  ['2', { value: '停用' }],
])

describe('renderCell', () => {
  it.each([
    ['points', 1234567, '1,234,567'],
    ['money', 12345, '12,345'],
    ['price', 1, '1.0000'],
    ['percent', 12.5, '12.5%'],
    ['date', '2026-01-31', '2026-01-31'],
    ['dateTime', '2026-01-31T16:30:00Z', '2026-02-01 00:30:00'],
    ['boolean', true, '是'],
    ['boolean', false, '否'],
    ['html', '<p>您好 <b>王先生</b></p><script>alert(1)</script>', '您好 王先生'],
    ['tiers', [{ conditionSeq: 1, conditionPoint: 1000, discountRate: 7.5 }], '≥1,000：7.5%'],
    ['text', ['a', 'b'], 'a、b'],
    ['points', 0, '0'],
    ['points', null, ''],
  ] as const)('draws %s %j as %s', (format, value, text) => {
    expect(draw(format, value).textContent).toBe(text)
  })

  it('shows the first of many tags, and all when they are wanted', () => {
    const numbers = Array.from({ length: 5000 }, (_, index) => `T${index}`)
    const cell = draw('tags', numbers)
    expect(cell.querySelectorAll('.badge')).toHaveLength(50)
    fireEvent.click(within(cell).getByText('顯示全部 5,000 個'))
    expect(cell.querySelectorAll('.badge')).toHaveLength(5000)
  })

  it('shows a percentage with the decimals of its field', () => {
    expect(draw('percent', 12.5, noLabels, { decimals: 2 }).textContent).toBe('12.50%')
  })

  it('draws labels of a dictionary, and the key where the dictionary has none', () => {
    expect(draw('text', '1', labels).textContent).toBe('啟用')
    expect(draw('text', '9', labels).textContent).toBe('9')
    expect(draw('text', 'constructor', labels).textContent).toBe('constructor')
  })

  it('colours a badge by the field first, then by the dictionary, else neutral', () => {
    const classOf = (value: string, part?: Partial<ResolvedColumn>) => draw('badge', value, labels, part).querySelector('span')?.className
    expect(classOf('1', { tags: { 1: 'danger' } })).toBe('badge text-bg-danger')
    expect(classOf('1')).toBe('badge text-bg-success')
    expect(classOf('2')).toBe('badge text-bg-secondary')
  })

  it('draws a picture only when it carries its bytes or comes from our origin', () => {
    expect(draw('image', 'data:image/png;base64,AA').querySelector('img')?.alt).toBe('圖')
    expect(draw('image', 'https://other.example/a.png').querySelector('img')).toBeNull()
    expect(draw('image', '//other.example/a.png').querySelector('img')).toBeNull()
  })
})
