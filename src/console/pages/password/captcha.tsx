import { useCallback, useEffect, useState } from 'react'
import { useHttp } from '../../../client/http/HttpContext.tsx'
import { showProblem } from '../../../client/notices.ts'
import { Icon } from '../../../client/parts/Icon.tsx'

/** A picture captcha of `GET /api/account/captcha`; each is good for one try. */
export interface Captcha {
  readonly id: string
  /** Data address of the picture. */
  readonly image: string
}

export function useCaptcha(): { captcha: Captcha | null; renew: () => void } {
  const http = useHttp()
  const [captcha, setCaptcha] = useState<Captcha | null>(null)
  const renew = useCallback(() => {
    http.get<Captcha>('/api/account/captcha', { anonymous: true }).then(setCaptcha, showProblem)
  }, [http])
  useEffect(renew, [renew])
  return { captcha, renew }
}

export function CaptchaPicture({ captcha, onRenew }: { captcha: Captcha | null; onRenew: () => void }) {
  return (
    <div className="captcha">
      {captcha ? <img src={captcha.image} alt="驗證碼圖片" /> : <span className="captcha-waiting">載入中…</span>}
      <button type="button" className="btn btn-outline-secondary" aria-label="更換驗證碼" onClick={onRenew}>
        <Icon name="refresh" />
      </button>
    </div>
  )
}
