/** A business parameter as delivered (domain 4.15). `valueType`: CodeValueType. */
export interface ParameterDefault {
  readonly code: string
  readonly name: string
  readonly valueType: '1' | '2' | '3'
  readonly value: string | null
  /** Given to every client, signed in or not. */
  readonly isPublic?: true
}

export const parameterDefaults: readonly ParameterDefault[] = [
  { code: 'POINT.PAR_VALUE', name: '點數面額（元）', valueType: '3', value: '1.0000', isPublic: true },
  { code: 'POINT.RESTORE_GRACE_DAYS', name: '返還點數效期寬限天數', valueType: '2', value: '30' },
  { code: 'TXN.MAX_BACKDATE_DAYS', name: '交易補登天數上限', valueType: '2', value: '35' },
  { code: 'COMPANY.RETURN_DAYS_AFTER_END', name: '合約終止後可退貨天數', valueType: '2', value: '180' },
  { code: 'REWARD.MAX_RATE', name: '回饋率警示上限 %', valueType: '3', value: '20' },
  { code: 'ADJUST.LARGE_POINTS', name: '大額調整點數', valueType: '2', value: '100000' },
  { code: 'ACTIVITY.MAX_BUDGET', name: '活動預算上限點數', valueType: '2', value: '10000000' },
  { code: 'CLOSE.GRACE_DAYS', name: '關帳寬限天數', valueType: '2', value: '1' },
  { code: 'RECEIVABLE.REMIND_EVERY_DAYS', name: '逾期付款提醒間隔天數（0 為不自動提醒）', valueType: '2', value: '0' },
  { code: 'TAX.RATE', name: '營業稅率 %', valueType: '3', value: '5' },
  { code: 'PASSWORD.MAX_AGE_DAYS', name: '密碼有效天數', valueType: '2', value: '90' },
  { code: 'PASSWORD.WARN_DAYS', name: '密碼到期提醒天數', valueType: '2', value: '14' },
  { code: 'LOGIN.MAX_FAILED', name: '密碼錯誤鎖定次數', valueType: '2', value: '5' },
  { code: 'EXPORT.SYNC_LIMIT', name: '即時匯出筆數上限', valueType: '2', value: '100000' },
  { code: 'BREAKAGE.DEFAULT_RATE', name: '預估逾期失效率 %', valueType: '3', value: '8.00' },
  { code: 'CTBC.COMPANY_NO', name: '期別對帳單銀行特約商代號', valueType: '1', value: 'C000900' },
  { code: 'EINVOICE.SELLER_TAX_NO', name: '電子發票賣方統一編號', valueType: '1', value: null },
  { code: 'EINVOICE.SELLER_NAME', name: '電子發票賣方名稱', valueType: '1', value: null },
  { code: 'EINVOICE.SELLER_ADDRESS', name: '電子發票賣方地址', valueType: '1', value: null },
  { code: 'EINVOICE.UPCAST_FOLDER', name: '電子發票交付資料夾（Turnkey UpCast；空白為自行下載）', valueType: '1', value: null },
  { code: 'SERVICE.PHONE', name: '客服專線', valueType: '1', value: '02-55500100', isPublic: true },
  { code: 'SERVICE.CONTACT_URL', name: '聯絡客服網址', valueType: '1', value: null, isPublic: true },
  { code: 'SERVICE.INTRO_URL', name: '企業會員介紹網址', valueType: '1', value: null, isPublic: true },
  { code: 'PORTAL.CAPTCHA', name: '入口網驗證碼', valueType: '1', value: 'builtin', isPublic: true },
  { code: 'AUDIT.ANCHOR_EMAIL', name: '稽核錨點收件信箱', valueType: '1', value: null },
  { code: 'CMS.URL', name: '兌換網站內容管理網址', valueType: '1', value: null },
]

/** Editable dictionaries as delivered (domain 5, marked ●): dictionary to key and label, in their order. */
export const dictionaryDefaults: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CompanyType: {
    1: '百貨零售',
    2: '超商量販',
    3: '餐飲',
    4: '電子商務',
    5: '金融機構',
    6: '電信',
    7: '旅遊住宿',
    8: '交通加油',
    9: '文教娛樂',
    10: '醫療美妝',
    99: '其他',
  },
  PlatformType: { 1: 'POS', 2: '電子商務', 3: '銀行', 4: '行動應用', 5: '卡務中心', 9: '其他' },
  PaymentType: { 1: '現金', 2: '信用卡', 3: '聯名卡', 4: '電子票證', 5: '行動支付', 6: '禮券', 7: '轉帳', 9: '其他' },
  CardType: { '01': '普卡', '02': '白金卡', '03': '御璽卡', '04': '無限卡', 99: '其他' },
  Bank: {
    '004': '臺灣銀行',
    '005': '土地銀行',
    '006': '合作金庫',
    '007': '第一銀行',
    '008': '華南銀行',
    '009': '彰化銀行',
    '012': '台北富邦',
    '013': '國泰世華',
    '017': '兆豐銀行',
    808: '玉山銀行',
    812: '台新銀行',
    822: '中國信託',
    700: '中華郵政',
  },
  AnnouncementCategory: { 1: '系統公告', 2: '業務公告', 3: '活動公告', 4: '維護通知' },
  AdjustReason: {
    101: '漏贈補點',
    102: '活動補點',
    103: '客訴補償',
    104: '系統異常',
    199: '更正',
    201: '重複贈點',
    202: '異常交易扣回',
    203: '誤贈',
    299: '更正',
    301: '對帳差異',
    302: '結算更正',
  },
  AllowanceReason: { 1: '退點折讓', 2: '價格更正', 3: '年度折扣', 4: '銷售退回', 9: '其他' },
  WriteOffReason: { 1: '逾期無法追回', 2: '會員已註銷', 3: '客訴處理', 4: '系統異常', 9: '其他' },
  Industry: {
    1: '製造業',
    2: '批發零售',
    3: '資訊科技',
    4: '金融保險',
    5: '餐飲住宿',
    6: '醫療生技',
    7: '營建不動產',
    8: '教育文化',
    9: '運輸倉儲',
    10: '公部門',
    99: '其他',
  },
  ExpectedPoints: { 1: '1萬點以下', 2: '1-10萬點', 3: '10-50萬點', 4: '50萬點以上' },
}
