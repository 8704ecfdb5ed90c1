import { captchaTitle } from '../../rules/captcha.ts'
import type { Captcha } from './useCaptcha.ts'

interface CaptchaBoxProps {
  readonly id: string
  readonly captcha: Captcha
  readonly 'aria-invalid'?: true | undefined
  readonly 'aria-describedby'?: string | undefined
}

const stateTexts: Readonly<Record<Captcha['state'], string>> = {
  waiting: '',
  working: '驗證中…',
  done: '驗證完成',
  failed: '驗證沒有完成，請再試一次。',
}

/** A check box. When it is ticked, the browser solves the proof of work. With reCAPTCHA, Google's required notice is shown instead. */
export function CaptchaBox({ id, captcha, ...notes }: CaptchaBoxProps) {
  const { kind, state, start } = captcha
  return (
    <div className={`captcha-box captcha-${state}`}>
      {kind === 'recaptcha' ? (
        <RecaptchaNotice isFailed={state === 'failed'} onRetry={start} />
      ) : (
        <label className="captcha-tick" htmlFor={id}>
          <input
            id={id}
            type="checkbox"
            checked={state === 'working' || state === 'done'}
            // A given answer cannot be revoked: unticking the box has no effect.
            onChange={start}
            required
            {...notes}
          />
          {captchaTitle}
        </label>
      )}
      <span role="status" className="captcha-state">
        {stateTexts[state]}
      </span>
    </div>
  )
}

/** Wording that Google requires where its badge is hidden. */
function RecaptchaNotice({ isFailed, onRetry }: { isFailed: boolean; onRetry: () => void }) {
  return (
    <p className="captcha-notice">
      本表單受 reCAPTCHA 保護，適用 Google{' '}
      <a href="https://policies.google.com/privacy" target="_blank" rel="noopener noreferrer">
        隱私權政策
      </a>
      與
      <a href="https://policies.google.com/terms" target="_blank" rel="noopener noreferrer">
        服務條款
      </a>
      。
      {isFailed && (
        <button type="button" className="captcha-retry" onClick={onRetry}>
          重試
        </button>
      )}
    </p>
  )
}
