// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { renderWidget, testField } from '../testing.tsx'

afterEach(cleanup)

describe('SecretWidget', () => {
  it('asks the server for new keys and hands them to the form', async () => {
    const keys = { aesKey: 'S2V5', aesIv: 'SXY=' }
    const filled: unknown[] = []
    const field = testField('secret', { ui: { options: { generate: 'GET /api/account/generate_aes_keyandiv' } } })
    renderWidget({ field, setFields: (values) => filled.push(values) }, { get: { '/api/account/generate_aes_keyandiv': keys } })
    await userEvent.click(await screen.findByRole('button', { name: '產生' }))
    await waitFor(() => expect(filled).toEqual([keys]))
  })

  it('SecretWidget has no button to generate where the form names no call', async () => {
    renderWidget({ field: testField('secret'), initial: '********abcd' })
    expect((await screen.findByLabelText<HTMLInputElement>('範例')).value).toBe('********abcd')
    expect(screen.queryByRole('button', { name: '產生' })).toBeNull()
  })
})
