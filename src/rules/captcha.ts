/** The forms of visitors; an answer opens the form it was made for and no other. */
export const captchaActions = ['password', 'register', 'apply', 'login', 'exchange'] as const
export type CaptchaAction = (typeof captchaActions)[number]

/** The field `captcha` of a form; a whole answer is shorter by far. */
export const captchaLengthMax = 4096
