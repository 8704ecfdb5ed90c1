import type { CaptchaChallenge } from '../../../answers/account.ts'
import type { CaptchaAction } from '../../../rules/captcha.ts'

/** A correct answer. That it is used only once is checked by the gate. */
export interface PassedCaptcha {
  /** Identifies the answer: the same for every copy of it. */
  readonly nonce: string
  /** The answer expires at this time, so its use need not be remembered longer. */
  readonly expiresAt: Date
}

/** One way to keep machines out of the forms of visitors. */
export interface CaptchaProvider {
  challenge(action: CaptchaAction, now: Date): Promise<CaptchaChallenge>
  /**
   * @param answer unchecked input
   * @returns undefined when it is wrong, too old or for another form
   * @throws 503 when it cannot be checked
   */
  check(action: CaptchaAction, answer: string, now: Date): Promise<PassedCaptcha | undefined>
}
