// The world for comparing model and product: companies, outlets, rules and their changes over time, as data. Both get the data from here
// and nothing from each other.

export type ModelExpiry =
  | { readonly rule: '1' }
  | { readonly rule: '2'; readonly value: number }
  | { readonly rule: '3'; readonly value: number }
  | { readonly rule: '4'; readonly date: string }

export interface ModelCompany {
  readonly companyNo: string
  readonly isPrepaid: boolean
  readonly startDate: string
  readonly endDate: string
  readonly allowIssue: boolean
  readonly allowRedeem: boolean
  readonly minRedeemPoints: number
  readonly redeemStep: number
  /** Percent, one decimal. */
  readonly maxRedeemRatio: number
}

export interface ModelStore {
  readonly companyNo: string
  readonly code: string
  readonly isEnabled: boolean
  readonly openDate: string
  readonly closeDate: string | null
}

export interface ModelReward {
  readonly no: string
  readonly companyNo: string
  readonly type: '1' | '2'
  readonly spendAmount: number
  readonly rewardPoints: number
  readonly isHalfUp: boolean
  readonly minSpend: number
  readonly maxPoints: number | null
  /** Empty means all. */
  readonly paymentTypes: readonly string[]
  readonly storeCodes: readonly string[]
  readonly excludesPointPart: boolean
  readonly expiry: ModelExpiry
  readonly delayDays: number
  readonly priority: number
  readonly isDefault: boolean
  readonly startDate: string
  readonly endDate: string
}

export interface ModelExtra {
  readonly no: string
  /** The setting of which this is a later version. */
  readonly setting: string
  readonly companyNo: string | null
  readonly cardPrefix: string
  readonly isBaseOfPayer: boolean
  /** Percent, two decimals. */
  readonly ratio: number
  readonly payerShare: number
  readonly monthlyCap: number | null
  readonly priority: number
  readonly startDate: string
  readonly endDate: string
}

export interface ModelExchange {
  readonly no: string
  readonly direction: '1' | '2'
  readonly partnerPoints: number
  readonly platformPoints: number
  readonly minPoints: number
  readonly stepPoints: number
  readonly dailyLimit: number | null
  readonly monthlyLimit: number | null
}

export interface ModelActivity {
  readonly code: string
  readonly companyNo: string
  readonly fixedPoints: number
  readonly minAmount: number
  readonly budget: number
  readonly perMemberDaily: number | null
  readonly expiry: ModelExpiry
}

export interface ModelLimit {
  readonly companyNo: string | null
  /** Index of the member in the list; null when it is not for one member. */
  readonly member: number | null
  readonly limitPoints: number
  readonly mayRefuse: boolean
}

export interface ModelPlatform {
  readonly companyNos: readonly string[]
  /** Functions (PartnerApi) that it must not call. */
  readonly without: readonly string[]
}

/** Start, and number of days. */
export const modelStart = new Date('2025-09-20T04:00:00Z')
export const modelDays = 100

export const [market, cinema, cafe, gym, bank, stranger, shut] = [
  'C000101',
  'C000102',
  'C000103',
  'C000104',
  'C000900',
  'C000199',
  'C000105',
] as const

const company = { isPrepaid: false, startDate: '2024-01-01', endDate: '2034-12-31', allowIssue: true, allowRedeem: true } as const
const redeems = { minRedeemPoints: 1, redeemStep: 1, maxRedeemRatio: 100 } as const

export const companies: readonly ModelCompany[] = [
  { ...company, companyNo: market, minRedeemPoints: 10, redeemStep: 5, maxRedeemRatio: 37.5 },
  { ...company, ...redeems, companyNo: cinema, isPrepaid: true },
  { ...company, ...redeems, companyNo: cafe, maxRedeemRatio: 50 },
  { ...company, ...redeems, companyNo: gym, startDate: '2025-09-10', endDate: '2025-11-20' },
  { ...company, ...redeems, companyNo: bank },
  { ...company, ...redeems, companyNo: stranger },
  { ...company, ...redeems, companyNo: shut, allowIssue: false, allowRedeem: false },
]

const store = { isEnabled: true, openDate: '2020-01-01', closeDate: null } as const

export const stores: readonly ModelStore[] = [
  { ...store, companyNo: market, code: 'S001' },
  { ...store, companyNo: market, code: 'S002' },
  { ...store, companyNo: market, code: 'S003', isEnabled: false },
  { ...store, companyNo: market, code: 'S004', openDate: '2025-09-25', closeDate: '2025-11-05' },
  ...[cinema, cafe, gym, bank, shut].map((companyNo) => ({ ...store, companyNo, code: 'S001' })),
]

const reward = {
  type: '1',
  spendAmount: 100,
  rewardPoints: 1,
  isHalfUp: false,
  minSpend: 0,
  maxPoints: null,
  paymentTypes: [],
  storeCodes: [],
  excludesPointPart: true,
  expiry: { rule: '1' },
  delayDays: 0,
  priority: 90,
  isDefault: true,
  startDate: '2020-01-01',
  endDate: '2034-12-31',
} as const satisfies Partial<ModelReward>

const special = { ...reward, isDefault: false, priority: 20 } as const

export const rewards: readonly ModelReward[] = [
  // The default has a second version from the middle of a month.
  { ...reward, no: 'RP100001', companyNo: market, endDate: '2025-10-14' },
  { ...reward, no: 'RP100002', companyNo: market, startDate: '2025-10-15', spendAmount: 70, rewardPoints: 2, maxPoints: 5000 },
  { ...special, no: 'RP100003', companyNo: market, paymentTypes: ['6'], expiry: { rule: '3', value: 7 } },
  {
    ...special,
    ...{ no: 'RP100004', companyNo: market, paymentTypes: ['5'], spendAmount: 200, rewardPoints: 3, isHalfUp: true },
    ...{ minSpend: 300, maxPoints: 40, delayDays: 10, excludesPointPart: false, expiry: { rule: '2', value: 1 } },
  },
  { ...special, no: 'RP100005', companyNo: market, type: '2', rewardPoints: 30, minSpend: 500, storeCodes: ['S002'], priority: 30 },
  {
    ...special,
    no: 'RP100006',
    companyNo: market,
    paymentTypes: ['2'],
    priority: 10,
    startDate: '2025-11-01',
    expiry: { rule: '4', date: '2025-11-30' },
  },
  { ...reward, no: 'RP200001', companyNo: cinema, rewardPoints: 2 },
  { ...reward, no: 'RP300001', companyNo: cafe, spendAmount: 50, expiry: { rule: '3', value: 20 } },
  { ...reward, no: 'RP400001', companyNo: gym, spendAmount: 30, expiry: { rule: '3', value: 45 } },
  { ...reward, no: 'RP900001', companyNo: bank, spendAmount: 1000 },
  { ...reward, no: 'RP500001', companyNo: shut },
]

const extra = {
  companyNo: null,
  isBaseOfPayer: false,
  payerShare: 60,
  startDate: '2024-01-01',
  endDate: '2034-12-31',
  priority: 50,
} as const

export const extras: readonly ModelExtra[] = [
  { ...extra, no: 'ER000001', setting: 'gold', cardPrefix: '400012', ratio: 150, monthlyCap: 300 },
  {
    ...extra,
    no: 'ER000002',
    setting: 'blue',
    cardPrefix: '400034',
    isBaseOfPayer: true,
    ratio: 62.25,
    payerShare: 33.3,
    monthlyCap: null,
  },
  { ...extra, no: 'ER000003', setting: 'red', cardPrefix: '400055', ratio: 100, monthlyCap: 200, endDate: '2025-11-12' },
  { ...extra, no: 'ER000004', setting: 'red', cardPrefix: '400055', ratio: 200, monthlyCap: 250, startDate: '2025-11-13' },
  // A company that opted out.
  {
    ...extra,
    no: 'ER000005',
    setting: 'none',
    cardPrefix: '400012',
    companyNo: cafe,
    ratio: 0,
    payerShare: 0,
    monthlyCap: null,
    priority: 5,
  },
]

export const exchanges: readonly ModelExchange[] = [
  {
    no: 'PE000001',
    direction: '1',
    partnerPoints: 100,
    platformPoints: 30,
    minPoints: 200,
    stepPoints: 100,
    dailyLimit: 600,
    monthlyLimit: 1500,
  },
  {
    no: 'PE000002',
    direction: '2',
    partnerPoints: 7,
    platformPoints: 10,
    minPoints: 100,
    stepPoints: 50,
    dailyLimit: null,
    monthlyLimit: 400,
  },
]

export const activities: readonly ModelActivity[] = [
  {
    code: 'GIFT0001',
    companyNo: market,
    fixedPoints: 30,
    minAmount: 1000,
    budget: 2000,
    perMemberDaily: 45,
    expiry: { rule: '3', value: 15 },
  },
]

export const limits: readonly ModelLimit[] = [
  { companyNo: null, member: null, limitPoints: 100, mayRefuse: true },
  { companyNo: cinema, member: null, limitPoints: 0, mayRefuse: false },
  { companyNo: null, member: 3, limitPoints: 30, mayRefuse: false },
  { companyNo: null, member: 4, limitPoints: 2000, mayRefuse: true },
]

export const platforms: readonly ModelPlatform[] = [
  { companyNos: [market, cinema, cafe, gym, bank, shut], without: [] },
  { companyNos: [market], without: ['redeem'] },
]

/** Initial stock of the prepaid company, and the size of each purchase. */
export const firstStock = 500
export const memberCount = 24
/** Members that are 註銷 from the start. */
export const closedMembers: ReadonlySet<number> = new Set([23])
