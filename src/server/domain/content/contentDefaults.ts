import { contentType } from '../../../rules/codes.generated.ts'
/** A default text of the portal; every installation starts with these (domain 10). */
export interface ContentDefault {
  /** Value of dictionary ContentType. */
  readonly contentType: string
  readonly title: string
  /** HTML. In terms, every heading starts a row of the table that the portal draws. */
  readonly body: string
  readonly displayOrder: number
  readonly version: string
  /** File name below `pictures/`, without `.png`. */
  readonly picture?: string
}

const version = '2025.1'

const policy = `<p>歡迎您成為企業會員。本條款規範企業會員（以下稱「會員」）使用本點數平台（以下稱「本平台」）所提供之點數採購、發放與票券兌換服務之權利義務。完成申請並勾選同意，即表示您已閱讀、瞭解並同意下列各項規定。</p>
<h3>點數單位與面值</h3><p>點數以「點」為最小單位，不可分割。每 1 點之面值為新臺幣 1 元，僅供於本平台兌換票券，不得要求兌換現金或找零。</p>
<h3>效期</h3><p>點數自交付日起生效，有效期限以採購單及點數序號所載日期為準，最短不少於 30 日。逾期未兌換之點數失效，不予展延或補發。</p>
<h3>序號使用</h3><ul><li>點數序號及密碼為兌換之唯一憑證，任何持有序號與密碼之人視為有權使用者。</li><li>同一序號可分次兌換，餘額保留至效期屆滿。</li><li>密碼連續輸入錯誤 5 次，序號將暫時凍結，請洽客服專線解除。</li></ul>
<h3>票券兌換與退換</h3><p>兌換完成後，票券以電子郵件或簡訊送達收件人，不可取消、退回點數或更換品項。票券之使用期限、適用門市及使用方式，依票券頁面及承兌特約商公告為準；承兌特約商無法提供商品或服務時，由本平台協調更換等值票券。</p>
<h3>發票開立</h3><ul><li>商品券：於兌換成立、開立兌換訂單時開立統一發票。</li><li>現金券：於票券實際使用時，由承兌特約商開立統一發票。</li><li>點數採購之憑證，依採購單所載稅別開立，寄送至會員登錄之發票信箱。</li></ul>
<h3>帳號責任</h3><p>會員應妥善保管帳號與密碼，並確保登錄之聯絡人、地址與電子郵件正確。以會員帳號進行之操作視為會員本人之行為；發現帳號遭冒用時，應立即通知本平台停用。</p>
<h3>停權</h3><p>會員有提供不實資料、轉售點數牟利、以不正當方式取得點數，或違反法令及本條款之情形者，本平台得通知後停止其使用權限。停權期間不得兌換；原因消滅後得申請復權。</p>
<h3>準據法</h3><p>本條款以中華民國法律為準據法。因本條款所生之爭議，雙方同意以臺灣臺北地方法院為第一審管轄法院；法律另有強制規定者，從其規定。</p>`

const privacy = `<p>本平台依個人資料保護法第 8 條規定，於蒐集您的個人資料時，向您告知下列事項，請您詳細閱讀。</p>
<h3>蒐集者</h3><p>本點數平台營運單位（客服專線與服務時間詳見頁尾）。</p>
<h3>蒐集目的</h3><p>企業會員申請之審核、會員管理與服務、點數採購及票券兌換之履行、發票開立與寄送、客戶諮詢與申訴處理、帳務查核，以及法令規定之義務。</p>
<h3>個人資料類別</h3><p>辨識個人者（姓名、電話、手機、電子郵件、通訊地址）、職務資訊（公司／機關名稱、部門、職稱）、交易紀錄（採購、兌換、發票），以及您上傳之設立登記證明所載資料。</p>
<h3>利用期間、地區、對象及方式</h3><ul><li>期間：會員關係存續期間，及終止後依法令應保存之期間（帳務憑證至少 5 年）。</li><li>地區：中華民國境內。</li><li>對象：本平台、承兌特約商、受託寄送票券與發票之廠商，以及依法有權調閱之機關。</li><li>方式：以自動化機器或其他非自動化方式利用。</li></ul>
<h3>當事人權利</h3><p>您得就本人之個人資料，向本平台請求查詢或閱覽、製給複製本、補充或更正、停止蒐集、處理或利用，以及刪除。請撥打頁尾客服專線辦理，我們將於 30 日內回覆。</p>
<h3>不提供之影響</h3><p>您得自由選擇是否提供個人資料；標示必填之欄位如未提供，本平台將無法受理申請或提供點數與票券服務。</p>
<h3>Cookie 的使用</h3><p>本網站使用 Cookie 與瀏覽器儲存空間記錄您的偏好設定與未送出的表單內容，不用於跨網站追蹤。您可於瀏覽器設定中清除或停用。</p>`

const precautions = `<ul><li>請由公司／機關之授權人員填寫，資料須與設立登記證明一致。</li><li>設立登記證明請上傳清晰、完整且未過期之圖檔（公司登記、商業登記、法人登記或機關核准函），大小須小於 1 MB。</li><li>一組統一編號僅能申請一個企業會員；申請未通過者，30 日後可重新申請。</li><li>聯絡人電子郵件即為日後登入帳號，核准後將寄送設定密碼的連結，請確認可正常收信。</li><li>審核時間約 3 至 5 個工作天；需補件時，請於 30 日內完成，逾期申請將自動結案。</li></ul>`

/** Title and text of each step; its picture goes by its number. */
const steps: readonly (readonly [title: string, body: string])[] = [
  ['取得點數序號', '<p>向所屬企業領取點數序號與密碼，或於實體點數卡背面刮開密碼。企業會員可直接使用企業帳戶點數。</p>'],
  ['輸入序號與密碼', '<p>於兌換頁面輸入序號與密碼，系統立即顯示可用點數。一次最多可合併 20 組序號。</p>'],
  ['選擇票券與數量', '<p>以「＋」「－」調整票券數量，頁面會即時計算使用點數與剩餘點數；點數不足或已兌完的票券將無法選取。</p>'],
  ['確認並接收票券', '<p>填寫收件人姓名、手機與電子郵件後送出，票券將立即寄達。剩餘點數保留於原序號，效期內可再次兌換。</p>'],
]

const questions: readonly (readonly [title: string, body: string])[] = [
  ['點數沒有用完怎麼辦？', '<p>剩餘點數會保留在原序號或企業帳戶內，只要在有效期限內都可以再次兌換。</p>'],
  ['沒有收到票券信件？', '<p>請先確認垃圾郵件匣與收件地址。若 30 分鐘後仍未收到，請於服務時間撥打客服專線，並提供兌換訂單編號。</p>'],
  ['序號顯示「凍結」？', '<p>密碼連續輸入錯誤 5 次會暫時凍結序號，以保護您的點數。請備妥序號撥打客服專線，由客服人員協助解除。</p>'],
  ['兌換後可以取消或更換嗎？', '<p>票券一經兌換即無法取消或更換，送出前請再次確認品項、數量與收件人資料。</p>'],
  ['如何申請成為企業會員？', '<p>請至企業會員申請頁面填寫公司資料並上傳設立登記證明，審核結果將以電子郵件通知。</p>'],
]

const exchangePrecautions = `<ul><li>兌換完成後不可取消，送出前請確認票券品項、數量及收件人資料。</li><li>票券以電子郵件寄送，請勿將票券內容轉傳予不信任之人。</li><li>使用多組序號兌換時，系統優先使用效期較近的點數。</li><li>票券之使用方式與期限，依票券所載為準。</li></ul>`

export const contentDefaults: readonly ContentDefault[] = [
  {
    contentType: contentType.banner,
    title: '企業點數，員工福利與商務禮贈一次完成',
    body: '<p>線上採購、即時交付，數十種票券任您兌換。</p>',
    displayOrder: 1,
    version,
    picture: 'banner',
  },
  { contentType: contentType.policy, title: '企業會員條款', body: policy, displayOrder: 1, version },
  { contentType: contentType.privacy, title: '企業會員隱私權條款', body: privacy, displayOrder: 1, version },
  { contentType: contentType.precautions, title: '申請注意事項', body: precautions, displayOrder: 1, version },
  ...steps.map(([title, body], index) => ({
    contentType: contentType.steps,
    title,
    body,
    displayOrder: index + 1,
    version,
    picture: `step${index + 1}`,
  })),
  ...questions.map(([title, body], index) => ({ contentType: contentType.questions, title, body, displayOrder: index + 1, version })),
  { contentType: contentType.exchangeNotes, title: '兌換注意事項', body: exchangePrecautions, displayOrder: 1, version },
]
