import { useState } from 'react'
import { useHttp } from '../../../src/client/http/HttpContext.tsx'
import { useSending } from '../form/useSending.ts'
import { Popup } from '../popup/Popup.tsx'
import { useMemberSession } from './MemberContext.tsx'
import type { MemberHome } from './memberHome.ts'

interface TermsPopupProps {
  readonly terms: NonNullable<MemberHome['openTerms']>
  readonly onAgreed: () => void
}

/** Terms in a new version: without consent there is only the way out. */
export function TermsPopup({ terms, onAgreed }: TermsPopupProps) {
  const http = useHttp()
  const session = useMemberSession()
  const sending = useSending()
  const [isAgreed, setAgreed] = useState(false)
  const handleConfirm = async () => {
    const done = await sending.send(() => http.post('/api/portal/member/agree', terms))
    if (done !== undefined) onAgreed()
  }
  return (
    <Popup
      title="條款更新"
      confirmText="同意"
      cancelText="登出"
      isConfirmDisabled={!isAgreed || sending.isSending}
      onConfirm={() => void handleConfirm()}
      onCancel={() => void session.signOut(http)}
    >
      <p>
        企業會員條款（版本 {terms.policyVersion}）或隱私權條款（版本 {terms.privacyVersion}）已更新，請閱讀並同意後繼續使用。
      </p>
      <div className="agree">
        <label>
          <input type="checkbox" checked={isAgreed} onChange={(event) => setAgreed(event.target.checked)} />
          <span>我已閱讀並同意企業會員條款及隱私權條款</span>
        </label>
        <p>
          <a href="/member_policy" target="_blank" rel="noopener">
            閱讀企業會員條款
          </a>
          <a href="/member_privacy" target="_blank" rel="noopener">
            閱讀隱私權條款
          </a>
        </p>
      </div>
    </Popup>
  )
}
