import { CaptchaBox } from '../../../src/client/captcha/CaptchaBox.tsx'
import type { Captcha } from '../../../src/client/captcha/useCaptcha.ts'
import { describedBy, FieldBox } from '../form/FieldBox.tsx'

/** The captcha as a form field; draws nothing when captchas are switched off. */
export function CaptchaField({ captcha, problem }: { captcha: Captcha; problem?: string | undefined }) {
  if (captcha.kind === 'off') return null
  return (
    <FieldBox id="captcha" label="驗證碼" required problem={problem} className="captcha-field">
      <CaptchaBox id="captcha" captcha={captcha} {...describedBy('captcha', { problem })} />
    </FieldBox>
  )
}
