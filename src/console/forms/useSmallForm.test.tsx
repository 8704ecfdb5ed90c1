// @vitest-environment jsdom

import { act, cleanup, renderHook } from '@testing-library/react'
import type { FormEvent, ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { HttpProvider } from '../../client/http/HttpContext.tsx'
import type { HttpClient } from '../../client/http/httpClient.ts'
import { HttpProblem } from '../../client/http/problem.ts'
import { useSmallForm } from './useSmallForm.ts'

afterEach(cleanup)

const wrapper = ({ children }: { readonly children: ReactNode }) => <HttpProvider client={{} as HttpClient}>{children}</HttpProvider>
const submit = { preventDefault: () => undefined } as FormEvent
const drawn = (send: () => Promise<void>) => renderHook(() => useSmallForm({ email: 'a' }, () => ({}), send), { wrapper }).result

it('sends a small form once, however fast somebody clicks', async () => {
  const send = vi.fn(async () => undefined)
  const form = drawn(send)
  await act(async () => {
    const { handleSubmit } = form.current
    handleSubmit(submit)
    handleSubmit(submit)
  })
  expect(send).toHaveBeenCalledTimes(1)
})

it('shows a refusal at its field until the field is changed', async () => {
  const form = drawn(() =>
    Promise.reject(new HttpProblem({ kind: 'fields', status: 400, code: null, text: '', fields: { email: '格式錯誤' } })),
  )
  await act(async () => form.current.handleSubmit(submit))
  expect(form.current.field('email')).toMatchObject({ value: 'a', error: '格式錯誤' })
  act(() => form.current.field('email').onChange('b'))
  expect(form.current.field('email')).toMatchObject({ value: 'b', error: undefined })
})
