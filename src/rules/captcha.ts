/** The public forms. An answer is valid only for the form for which it was made. */
export const captchaActions = ['password', 'register', 'apply', 'login', 'exchange'] as const
export type CaptchaAction = (typeof captchaActions)[number]

/** How people know the captcha: by the words beside its box. 驗證碼 is the code that is mailed to them. */
export const captchaTitle = '我不是機器人'

/** Longest value of the field `captcha`; real answers are much shorter. */
export const captchaLengthMax = 4096
