import type { CaptchaChallenge } from '../../../answers/account.ts'
import type { CaptchaAction } from '../../../rules/captcha.ts'

/** An answer that was right; using it only once is the gate's part. */
export interface PassedCaptcha {
  /** The same for every copy of the answer. */
  readonly nonce: string
  /** From then on the answer is refused anyway. */
  readonly expiresAt: Date
}

/** One way to keep machines out of the forms of visitors. */
export interface CaptchaProvider {
  challenge(action: CaptchaAction, now: Date): Promise<CaptchaChallenge>
  /**
   * @param answer as it came: anything may be in it
   * @returns undefined when it is wrong, too old or for another form
   * @throws 503 when nobody can tell
   */
  check(action: CaptchaAction, answer: string, now: Date): Promise<PassedCaptcha | undefined>
}
