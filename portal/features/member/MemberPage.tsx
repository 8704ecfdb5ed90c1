import { DepositForm } from '../../shared/member/DepositForm.tsx'
import { MemberGate } from '../../shared/member/MemberGate.tsx'
import { Tabs } from '../../shared/Tabs.tsx'
import { AnnouncementsPart } from './AnnouncementsPart.tsx'
import { BalanceCard } from './BalanceCard.tsx'
import { LedgerPart } from './LedgerPart.tsx'
import { OrdersPart } from './OrdersPart.tsx'
import { SettlementsPart } from './SettlementsPart.tsx'
import './member.css'

/** /member: the home page of a corporate member. */
export default function MemberPage() {
  return (
    <MemberGate>
      {(home, reload) => (
        <>
          <div className="home-head">
            <BalanceCard home={home} />
            <DepositForm corporateNo={home.corporateNo} onTried={reload} />
          </div>
          <Tabs
            label="會員資料"
            tabs={[
              { key: 'orders', title: '最近兌換', content: <OrdersPart /> },
              // The key reloads it when the balance changes.
              { key: 'ledger', title: '點數明細', content: <LedgerPart key={home.balance} /> },
              { key: 'settlements', title: '採購紀錄', content: <SettlementsPart corporateNo={home.corporateNo} /> },
              { key: 'announcements', title: '公告', content: <AnnouncementsPart /> },
            ]}
          />
        </>
      )}
    </MemberGate>
  )
}
