import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { MemberGate } from '../../shared/member/MemberGate.tsx'
import { RequestForm } from './RequestForm.tsx'
import { RequestList } from './RequestList.tsx'
import './purchase.css'

/** /member_purchase: a corporate member requests points and follows the state of its requests. */
export default function PurchasePage() {
  return <MemberGate>{({ corporateNo }) => <Purchase key={corporateNo} corporateNo={corporateNo} />}</MemberGate>
}

function Purchase({ corporateNo }: { corporateNo: string }) {
  const [sentNo, setSentNo] = useState<string | null>(null)
  const done = useRef<HTMLDivElement>(null)
  const handleSent = (settlementNo: string) => {
    setSentNo(settlementNo)
    done.current?.scrollIntoView({ block: 'center' })
  }
  return (
    <>
      <div ref={done} role="status">
        {sentNo && (
          <div className="note-box purchase-done">
            <p>
              <strong>申請已送出，批次編號 {sentNo}。</strong>
            </p>
            <p>專人確認後，進度會更新在下方；確認信已寄至聯絡人信箱。</p>
          </div>
        )}
      </div>
      <div className="purchase">
        <RequestForm corporateNo={corporateNo} onSent={handleSent} />
        <RequestList key={sentNo} />
      </div>
      <p className="form-hint">
        已核准的訂單、發票與序號檔，請見<Link to="/member">會員首頁</Link>的採購紀錄。
      </p>
    </>
  )
}
