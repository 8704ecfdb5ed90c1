import { CaptchaBox } from '../../../src/client/captcha/CaptchaBox.tsx'
import type { Captcha } from '../../../src/client/captcha/useCaptcha.ts'
import { describedBy, FieldNotes } from '../form/FieldBox.tsx'

/** The captcha as a form field, named by the words beside its box; draws nothing when captchas are switched off. */
export function CaptchaField({ captcha, problem }: { captcha: Captcha; problem?: string | undefined }) {
  if (captcha.kind === 'off') return null
  return (
    <div className="field captcha-field">
      <CaptchaBox id="captcha" captcha={captcha} {...describedBy('captcha', { problem })} />
      <FieldNotes id="captcha" problem={problem} />
    </div>
  )
}
