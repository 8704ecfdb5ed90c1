import type { CaptchaChallenge } from '../../../answers/account.ts'
import type { CaptchaAction } from '../../../rules/captcha.ts'

/** A correct answer. The gate checks that it is used only once. */
export interface PassedCaptcha {
  /** Identifies the answer; every copy of it has the same nonce. */
  readonly nonce: string
  /** Time at which the answer expires, so that its use need not be remembered longer. */
  readonly expiresAt: Date
}

/** A way to tell people from machines. */
export interface CaptchaProvider {
  challenge(action: CaptchaAction, now: Date): Promise<CaptchaChallenge>
  /**
   * @param answer unchecked input
   * @returns undefined when it is wrong, too old or for another form
   * @throws 503 when it cannot be checked
   */
  check(action: CaptchaAction, answer: string, now: Date): Promise<PassedCaptcha | undefined>
}
