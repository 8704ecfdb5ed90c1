// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { CaptchaChallenge } from '../../answers/account.ts'
import { HttpProvider } from '../http/HttpContext.tsx'
import type { HttpClient } from '../http/httpClient.ts'
import { smallCaptcha } from '../testing/smallCaptcha.ts'
import { CaptchaBox } from './CaptchaBox.tsx'
import { type Captcha, useCaptcha } from './useCaptcha.ts'

afterEach(() => {
  cleanup()
  document.head.replaceChildren()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A form with a captcha, and the server's answers in order; the last one is repeated. */
function renderForm(answers: readonly (() => Promise<CaptchaChallenge>)[]) {
  const get = vi.fn(() => (answers[Math.min(get.mock.calls.length, answers.length) - 1] ?? smallCaptcha)())
  let current: Captcha | undefined
  function Form() {
    current = useCaptcha('register')
    return <CaptchaBox id="captcha" captcha={current} />
  }
  render(
    <HttpProvider client={{ get } as unknown as HttpClient}>
      <Form />
    </HttpProvider>,
  )
  const captcha = () => {
    if (!current) throw new Error('not drawn')
    return current
  }
  return { get, captcha }
}

const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: '我不是機器人' })
const offline = () => Promise.reject(new Error('offline'))

describe('useCaptcha', () => {
  it('works only once it is asked to, and then has an answer', async () => {
    const { get, captcha } = renderForm([smallCaptcha])
    await waitFor(() => expect(captcha().kind).toBe('proof'))
    expect([captcha().state, box().checked]).toEqual(['waiting', false])
    await userEvent.click(box())
    expect(await screen.findByText('驗證完成')).toBeTruthy()
    const { captcha: answer } = await captcha().fields()
    expect(JSON.parse(atob(answer))).toMatchObject({ challenge: { signature: expect.any(String) }, solution: { counter: 3 } })
    expect(get).toHaveBeenCalledWith('/api/account/captcha', expect.objectContaining({ params: { action: 'register' } }))
  })

  it('a captcha is done again by itself after its answer was used', async () => {
    const { get, captcha } = renderForm([smallCaptcha])
    await userEvent.click(box())
    await waitFor(() => expect(captcha().isDone).toBe(true))
    const first = await captcha().fields()
    act(() => captcha().renew())
    expect(captcha().isDone).toBe(false)
    await waitFor(() => expect(captcha().isDone).toBe(true))
    expect(await captcha().fields()).not.toEqual(first)
    expect(get).toHaveBeenCalledTimes(2)
  })

  it('takes another challenge before the old one ends', async () => {
    const { get, captcha } = renderForm([async () => ({ ...(await smallCaptcha()), lifeSeconds: 30.05 }) as CaptchaChallenge, smallCaptcha])
    await userEvent.click(box())
    await waitFor(() => expect(get).toHaveBeenCalledTimes(2))
    await waitFor(() => expect(captcha().isDone).toBe(true))
  })

  it('says when there is no connection, and tries again when the box is ticked', async () => {
    const { captcha } = renderForm([offline, smallCaptcha])
    expect(await screen.findByText('驗證沒有完成，請再試一次。')).toBeTruthy()
    await userEvent.click(box())
    await waitFor(() => expect(captcha().isDone).toBe(true))
  })

  it('asks for nothing where it is switched off', async () => {
    const { captcha } = renderForm([async () => ({ kind: 'off' })])
    await waitFor(() => expect(captcha().isDone).toBe(true))
    expect(await captcha().fields()).toEqual({ captcha: '' })
  })

  it('loads Google only when the server says so, and asks it for a token of this form at the moment of sending', async () => {
    const execute = vi.fn(async (_key: string, { action }: { action: string }) => `token for ${action}`)
    const { captcha } = renderForm([async () => ({ kind: 'recaptcha', siteKey: 'site-1' })])
    await waitFor(() => expect(document.querySelector('script')).not.toBeNull())
    const script = document.querySelector('script')
    expect(script?.src).toBe('https://www.google.com/recaptcha/api.js?render=site-1&hl=zh-TW')
    expect(captcha().isDone).toBe(false)
    vi.stubGlobal('grecaptcha', { ready: (callback: () => void) => callback(), execute })
    script?.dispatchEvent(new Event('load'))
    await waitFor(() => expect(captcha().isDone).toBe(true))
    expect(execute).not.toHaveBeenCalled()
    expect(await captcha().fields()).toEqual({ captcha: 'token for register' })
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(screen.getByRole('link', { name: '隱私權政策' })).toBeTruthy()
  })
})
