import { MemberGate } from '../../shared/member/MemberGate.tsx'
import { Tabs } from '../../shared/Tabs.tsx'
import { AnnouncementsPart } from './AnnouncementsPart.tsx'
import { BalanceCard } from './BalanceCard.tsx'
import { LedgerPart } from './LedgerPart.tsx'
import './member.css'

/** /member: the home page of a corporate member. */
export default function MemberPage() {
  return (
    <MemberGate>
      {(home) => (
        <>
          <div className="home-head">
            <BalanceCard home={home} />
          </div>
          <Tabs
            label="會員資料"
            tabs={[
              { key: 'ledger', title: '點數明細', content: <LedgerPart key={home.balance} /> },
              { key: 'announcements', title: '公告', content: <AnnouncementsPart /> },
            ]}
          />
        </>
      )}
    </MemberGate>
  )
}
