import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { MemberHome } from '../../../src/answers/corporate.ts'
import { formatPoints } from '../../../src/client/format.ts'
import { useMember } from '../../shared/member/MemberContext.tsx'
import { OwnPasswordForm } from '../../shared/password/OwnPasswordForm.tsx'

/** The signed-in member, the balance of the account, and links to go on. */
export function BalanceCard({ home }: { home: MemberHome }) {
  const member = useMember()
  const [isPasswordOpen, setPasswordOpen] = useState(false)
  const passwordButton = useRef<HTMLButtonElement>(null)
  const handleCancel = () => {
    setPasswordOpen(false)
    passwordButton.current?.focus()
  }
  return (
    <>
      <section className="ticket balance-card" aria-label="點數餘額">
        <div className="balance-head">
          <p className="member-name">{home.companyName}</p>
          <p className="member-number">會員編號 {home.corporateNo}</p>
          <p className="balance">
            <span>點數餘額</span>
            <strong>{formatPoints(home.balance)}</strong>
            <span>點</span>
          </p>
          <p className={home.expiring30 > 0 ? 'expiring expiring-soon' : 'expiring'}>
            30日內到期 <strong>{formatPoints(home.expiring30)}</strong> 點
            {home.expiringDate && (
              <>
                ，最近到期日 <time>{home.expiringDate}</time>
              </>
            )}
          </p>
        </div>
        <div className="ticket-stub button-row">
          <Link className="button" to="/exchange_v2">
            兌換票券
          </Link>
          <Link className="button button-quiet" to="/member_purchase">
            採購點數
          </Link>
          <Link className="button button-quiet" to="/corporate_member_apply">
            修改公司資料
          </Link>
          <button
            ref={passwordButton}
            type="button"
            className="button button-quiet"
            aria-expanded={isPasswordOpen}
            onClick={() => setPasswordOpen(!isPasswordOpen)}
          >
            變更密碼
          </button>
        </div>
      </section>
      {isPasswordOpen && member && <OwnPasswordForm member={member} onCancel={handleCancel} />}
    </>
  )
}
