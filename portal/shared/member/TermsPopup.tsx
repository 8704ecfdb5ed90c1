import { useState } from 'react'
import type { MemberHome } from '../../../src/answers/corporate.ts'
import { isHttpProblem } from '../../../src/client/http/problem.ts'
import { notify } from '../../../src/client/notices.ts'
import { useSend } from '../../../src/client/send/useSend.ts'
import { AgreeField } from '../form/AgreeField.tsx'
import { Popup } from '../popup/Popup.tsx'
import { useMemberSession } from './MemberContext.tsx'

interface TermsPopupProps {
  readonly terms: NonNullable<MemberHome['openTerms']>
  readonly onAgreed: () => void
  /** The terms have changed again meanwhile. */
  readonly onStale: () => void
}

/** Asks for consent to new terms; without it the member can only sign out. */
export function TermsPopup({ terms, onAgreed, onStale }: TermsPopupProps) {
  const session = useMemberSession()
  const [isAgreed, setAgreed] = useState(false)
  // Shown in the popup, because a toast would be behind it.
  const [refusal, setRefusal] = useState<string | null>(null)
  const { isSending, send } = useSend((problem) => {
    setRefusal(isHttpProblem(problem) ? problem.text : '系統發生錯誤，請稍後再試。')
    if (!isHttpProblem(problem) || problem.status !== 409) return
    setAgreed(false)
    onStale()
  })
  const handleConfirm = () =>
    send(async (http) => {
      setRefusal(null)
      await http.post('/api/portal/member/agree', terms)
      onAgreed()
    })
  const leaving = useSend()
  const handleSignOut = () =>
    leaving.send(async (http) => {
      await session.signOut(http)
      notify.success('登出成功!')
    })
  return (
    <Popup
      title="條款更新"
      confirmText="同意"
      cancelText="登出"
      isConfirmDisabled={!isAgreed || isSending}
      onConfirm={() => void handleConfirm()}
      onCancel={() => void handleSignOut()}
    >
      <p>
        企業會員條款（版本 {terms.policyVersion}）或隱私權條款（版本 {terms.privacyVersion}）已更新，請閱讀並同意後繼續使用。
      </p>
      <AgreeField isAgreed={isAgreed} onChange={setAgreed} />
      {refusal && (
        <p className="field-problem" role="alert">
          {refusal}
        </p>
      )}
    </Popup>
  )
}
