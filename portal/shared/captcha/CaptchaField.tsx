import { describedBy, FieldBox } from '../form/FieldBox.tsx'
import type { Captcha } from './useCaptcha.ts'

/** How many digits a picture shows. */
export const captchaLength = 5

export function CaptchaField({ captcha, problem }: { captcha: Captcha; problem?: string | undefined }) {
  return (
    <FieldBox id="captcha" label="驗證碼" required problem={problem} className="captcha-field">
      <div className="captcha-line">
        <input
          id="captcha"
          value={captcha.answer}
          onChange={(event) => captcha.setAnswer(event.target.value)}
          maxLength={captchaLength}
          inputMode="numeric"
          autoComplete="off"
          required
          {...describedBy('captcha', { problem })}
        />
        {captcha.image === '' ? (
          <span className="captcha-image" />
        ) : (
          <img className="captcha-image" src={captcha.image} alt="驗證碼圖片，5 個數字" />
        )}
        <button type="button" className="button button-quiet" onClick={captcha.renew}>
          換一張
        </button>
      </div>
    </FieldBox>
  )
}
