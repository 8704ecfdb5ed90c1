import type { Challenge } from 'altcha-lib/types'

/** The forms of visitors; an answer opens the form it was made for and no other. */
export const captchaActions = ['password', 'register', 'apply', 'login', 'exchange'] as const
export type CaptchaAction = (typeof captchaActions)[number]

/** What `GET /api/account/captcha` answers; `kind` says who will check the browser's answer. */
export type CaptchaChallenge =
  | { readonly kind: 'proof'; readonly lifeSeconds: number; readonly challenge: Challenge }
  | { readonly kind: 'recaptcha'; readonly siteKey: string }
  | { readonly kind: 'off' }

/** The field `captcha` of a form; a whole answer is shorter by far. */
export const captchaLengthMax = 4096
