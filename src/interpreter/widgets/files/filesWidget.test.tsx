// @vitest-environment jsdom
import { cleanup, screen as page, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import type { Property } from '../../../language/documents/entity.ts'
import { renderWidget, testField } from '../testing.tsx'

afterEach(cleanup)

const property: Property = {
  type: 'array',
  maxItems: 2,
  items: { type: 'object', properties: { content: { type: 'string', format: 'fileDataUrl' } } },
}
const field = testField('files', { property, title: '附件' })
const pdf = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf' })
const input = () => page.findByLabelText<HTMLInputElement>('選擇附件')

describe('attached files', () => {
  it('attached files are kept by name and content, and can be removed', async () => {
    const user = userEvent.setup()
    const { values } = renderWidget({ field })
    await user.upload(await input(), pdf('a.pdf'))
    await waitFor(() => expect(values.at(-1)).toEqual([{ name: 'a.pdf', content: `data:application/pdf;base64,${btoa('%PDF-1.7')}` }]))
    await user.click(page.getByRole('button', { name: '移除 a.pdf' }))
    expect(values.at(-1)).toBeUndefined()
  })

  it('attached files are refused by what they are and by their number, all or none', async () => {
    const user = userEvent.setup({ applyAccept: false })
    const { values } = renderWidget({ field })
    await user.upload(await input(), [pdf('a.pdf'), new File(['MZ'], 'b.exe')])
    expect((await page.findByRole('alert')).textContent).toContain('b.exe：只允許以下副檔名')
    await user.upload(await input(), [pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf')])
    await waitFor(() => expect(page.getByRole('alert').textContent).toBe('最多2筆資料。'))
    expect(values).toEqual([])
  })
})
