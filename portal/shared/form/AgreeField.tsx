/** Id of the check box. */
export const agreeId = 'agree'

/** The check box for consent to the terms. They open in another tab, so that the typed input stays. */
export function AgreeField({ isAgreed, onChange }: { isAgreed: boolean; onChange: (isAgreed: boolean) => void }) {
  return (
    <div className="agree">
      <label>
        <input id={agreeId} type="checkbox" checked={isAgreed} onChange={(event) => onChange(event.target.checked)} required />
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
  )
}
