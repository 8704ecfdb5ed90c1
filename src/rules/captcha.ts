/** The public forms. An answer is valid only for the form for which it was made. */
export const captchaActions = ['password', 'register', 'apply', 'login', 'exchange'] as const
export type CaptchaAction = (typeof captchaActions)[number]

/** Longest value of the field `captcha`; real answers are much shorter. */
export const captchaLengthMax = 4096
