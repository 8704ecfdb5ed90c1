/** The state that an application reaches. `member` means approved; `suspended` means approved and later suspended. */
export type CorporateFate = 'member' | 'suspended' | 'waiting' | 'supplement' | 'refused'

export interface DemoCorporate {
  readonly companyName: string
  /** Value of dictionary CorporateType. */
  readonly applyType: '1' | '2' | '3'
  /** Value of dictionary Industry. */
  readonly industry: string
  /** Value of dictionary ExpectedPoints. */
  readonly expectedPoints: string | null
  readonly contactDept: string
  readonly contactTitle: string
  readonly creditTermDays: number
  readonly appliedDaysAgo: number
  readonly fate: CorporateFate
  readonly reviewRemark?: string
}

/** The corporate member of the demo account hr@example.com. */
export const demoMember: DemoCorporate = {
  companyName: '晨曦科技股份有限公司',
  applyType: '1',
  industry: '3',
  expectedPoints: '3',
  contactDept: '人力資源處',
  contactTitle: '人資主任',
  creditTermDays: 30,
  appliedDaysAgo: 320,
  fate: 'member',
}

/** The small data set: 9 applications, 6 of them members, including {@link demoMember} (domain 10). */
export const demoCorporates: readonly DemoCorporate[] = [
  {
    companyName: '禾豐精密工業股份有限公司',
    applyType: '1',
    industry: '1',
    expectedPoints: '4',
    contactDept: '福利委員會',
    contactTitle: '總幹事',
    creditTermDays: 45,
    appliedDaysAgo: 240,
    fate: 'member',
  },
  {
    companyName: '青田市立圖書館',
    applyType: '2',
    industry: '10',
    expectedPoints: '1',
    contactDept: '推廣組',
    contactTitle: '組員',
    creditTermDays: 0,
    appliedDaysAgo: 180,
    fate: 'member',
  },
  {
    companyName: '財團法人暖光社會福利基金會',
    applyType: '3',
    industry: '8',
    expectedPoints: '2',
    contactDept: '公益推廣部',
    contactTitle: '專員',
    creditTermDays: 0,
    appliedDaysAgo: 130,
    fate: 'member',
  },
  {
    companyName: '河岸物流有限公司',
    applyType: '1',
    industry: '9',
    expectedPoints: '2',
    contactDept: '總務部',
    contactTitle: '副理',
    creditTermDays: 15,
    appliedDaysAgo: 95,
    fate: 'member',
  },
  {
    companyName: '星野國際旅館股份有限公司',
    applyType: '1',
    industry: '5',
    expectedPoints: '3',
    contactDept: '行銷部',
    contactTitle: '經理',
    creditTermDays: 30,
    appliedDaysAgo: 70,
    fate: 'suspended',
  },
  {
    companyName: '大稻食品有限公司',
    applyType: '1',
    industry: '2',
    expectedPoints: '1',
    contactDept: '業務部',
    contactTitle: '業務',
    creditTermDays: 0,
    appliedDaysAgo: 24,
    fate: 'refused',
    reviewRemark: '設立登記證明與申請之公司名稱不符，經聯繫未能補正。',
  },
  {
    companyName: '安禾生醫股份有限公司',
    applyType: '1',
    industry: '6',
    expectedPoints: '2',
    contactDept: '行政管理處',
    contactTitle: '管理師',
    creditTermDays: 0,
    appliedDaysAgo: 6,
    fate: 'supplement',
    reviewRemark: '設立登記證明影像模糊，請重新上傳清晰且完整的圖檔。',
  },
  {
    companyName: '森悅設計顧問有限公司',
    applyType: '1',
    industry: '99',
    expectedPoints: '1',
    contactDept: '行政部',
    contactTitle: '行政專員',
    creditTermDays: 0,
    appliedDaysAgo: 1,
    fate: 'waiting',
  },
]
