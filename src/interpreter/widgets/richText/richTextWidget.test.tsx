// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import HtmlContent from '../../shared/values/HtmlContent.tsx'
import { renderWidget, testField } from '../testing.tsx'

// jsdom has no layout, but the editor asks for the position of its cursor.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList
Range.prototype.getBoundingClientRect = () => new DOMRect()

afterEach(cleanup)

const field = testField('richText', { property: { type: 'string', format: 'html' } })

describe('RichTextWidget', () => {
  it('shows what is stored in a labelled text box, and formats by its toolbar', async () => {
    const { values } = renderWidget({ field, initial: '<p>您好</p>' })
    const editor = await screen.findByRole('textbox', { name: '範例' })
    expect(editor.textContent).toBe('您好')
    await userEvent.click(screen.getByRole('button', { name: '標題' }))
    await waitFor(() => expect(values.at(-1)).toBe('<h3>您好</h3>'))
    expect(screen.getByRole('button', { name: '標題' }).getAttribute('aria-pressed')).toBe('true')
  })

  it('RichTextWidget has no toolbar and takes no input when disabled', async () => {
    renderWidget({ field, initial: '<p>您好</p>', disabled: true })
    const editor = await screen.findByRole('textbox', { name: '範例' })
    expect(editor.getAttribute('contenteditable')).toBe('false')
    expect(screen.queryByRole('toolbar')).toBeNull()
  })

  it('puts no style element into the page', async () => {
    renderWidget({ field, initial: '<p>您好</p>' })
    await screen.findByRole('textbox', { name: '範例' })
    expect(document.querySelectorAll('style').length).toBe(0)
  })
})

describe('HtmlContent', () => {
  it('shows rich text without anything that could run', async () => {
    await act(async () => {
      render(<HtmlContent html={'<p onclick="x()" style="color:red">a<script>b</script><img src=x onerror="y()"></p>'} />)
    })
    const place = document.querySelector('.rich-text-content')
    expect(place?.textContent).toBe('a')
    expect(place?.innerHTML).not.toMatch(/onclick|onerror|script|style/)
  })
})
