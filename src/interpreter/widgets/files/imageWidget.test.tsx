// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { renderWidget, testField } from '../testing.tsx'

afterEach(cleanup)

const field = testField('image', { property: { type: 'string', format: 'imageDataUrl' } })
/** A PNG of 1 x 1 pixel. */
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const choose = (file: File) => fireEvent.change(screen.getByLabelText('範例'), { target: { files: [file] } })

describe('ImageWidget', () => {
  it('refuses other extensions', async () => {
    const { values } = renderWidget({ field })
    choose(new File(['x'], 'note.pdf', { type: 'application/pdf' }))
    expect(await screen.findByText('只允許以下副檔名之圖片檔案：png、gif、jpeg、jpg、bmp')).toBeTruthy()
    expect(values).toEqual([])
  })

  it('refuses 1 MB', async () => {
    const { values } = renderWidget({ field })
    choose(new File([new Uint8Array(1024 * 1024)], 'logo.png', { type: 'image/png' }))
    expect(await screen.findByText('圖片大小必須小於 1MB!')).toBeTruthy()
    expect(values).toEqual([])
  })

  it('refuses a file whose content is no picture', async () => {
    renderWidget({ field })
    choose(new File(['plain text'], 'logo.png', { type: 'image/png' }))
    expect(await screen.findByText('只允許以下副檔名之圖片檔案：png、gif、jpeg、jpg、bmp')).toBeTruthy()
  })

  it('refuses a picture of which the end is missing', async () => {
    renderWidget({ field })
    choose(new File([png.subarray(0, 60)], 'logo.png', { type: 'image/png' }))
    expect(await screen.findByText('圖片不完整或已損壞，請重新選擇檔案')).toBeTruthy()
  })

  it('keeps a picture as data URL whatever the case of its extension, shows it and removes it', async () => {
    const { values } = renderWidget({ field })
    choose(new File([png], 'LOGO.PNG', { type: 'image/png' }))
    await waitFor(() => expect(values.length).toBe(1))
    expect(String(values[0])).toMatch(/^data:image\/png;base64,/)
    expect(screen.getByRole('img', { name: '範例預覽' }).getAttribute('src')).toBe(values[0])
    await userEvent.click(screen.getByRole('button', { name: '移除圖片' }))
    expect(values.at(-1)).toBeUndefined()
  })
})
