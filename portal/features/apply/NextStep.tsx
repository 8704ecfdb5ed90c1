import { Link } from 'react-router-dom'
import type { OwnApplication } from '../../../src/answers/corporate.ts'
import { corporateStatus } from '../../../src/rules/codes.generated.ts'

/** Tells an applicant what happens next, by the state of the application (dictionary CorporateStatus). */
export function NextStep({ application: { status, supplementBy } }: { application: OwnApplication }) {
  switch (status) {
    case corporateStatus.waiting:
      return <p>資料審核中，約需 3 至 5 個工作天，結果將以電子郵件通知，不需重新申請。</p>
    case corporateStatus.supplement:
      return (
        <p>
          請依審核說明修正資料後送出補件。
          {supplementBy && (
            <>
              補件期限 <strong>{supplementBy}</strong>（含當日），逾期系統將自動結案。
            </>
          )}
        </p>
      )
    case corporateStatus.active:
      return (
        <p>
          申請已核准。請先開啟核准信中的連結設定密碼，再<Link to="/member_login">登入企業會員</Link>，即可採購點數、兌換票券。
        </p>
      )
    case corporateStatus.refused:
      return <p>申請未通過或已結案。同一統一編號於 30 日後可重新申請；如有疑問請洽客服人員。</p>
    default:
      return <p>帳號目前無法使用，請洽客服人員。</p>
  }
}
