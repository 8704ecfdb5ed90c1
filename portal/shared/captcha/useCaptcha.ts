import { useCallback, useEffect, useState } from 'react'
import { useHttp } from '../../../src/client/http/HttpContext.tsx'
import { showProblem } from '../../../src/client/notices.ts'

/** A picture with digits to type; each is good for one try at one form. */
export interface Captcha {
  readonly id: string
  /** Data address of the picture; '' while it is on its way. */
  readonly image: string
  readonly answer: string
  /** As the server takes it. */
  readonly fields: { readonly captchaId: string; readonly captcha: string }
  setAnswer(answer: string): void
  /** Asks for another picture: this one is used up, or cannot be read. */
  renew(): void
}

export type CaptchaAction = 'register' | 'apply' | 'login' | 'password' | 'exchange'

/** @param isWanted false asks for no picture yet */
export function useCaptcha(action: CaptchaAction, isWanted = true): Captcha {
  const http = useHttp()
  const [picture, setPicture] = useState({ id: '', image: '' })
  const [answer, setAnswer] = useState('')
  const renew = useCallback(() => {
    setAnswer('')
    if (!isWanted) return
    http.get<{ id: string; image: string }>('/api/account/captcha', { params: { action }, quiet: true }).then(setPicture, showProblem)
  }, [http, action, isWanted])
  useEffect(renew, [renew])
  return { ...picture, answer, fields: { captchaId: picture.id, captcha: answer.trim() }, setAnswer, renew }
}
