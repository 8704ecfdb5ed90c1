/** The contract state that a company reaches. */
export type CompanyFate = 'draft' | 'waiting' | 'inForce' | 'suspended' | 'rejected' | 'terminated'

export interface DemoCompany {
  readonly companyNo: string
  readonly shortName: string
  readonly legalForm: '股份有限公司' | '有限公司' | ''
  /** Value of dictionary CompanyType. */
  readonly companyType: string
  readonly kind: 'monthly' | 'prepaid' | 'payer' | 'cardPayer'
  readonly stores: number
  readonly fate: CompanyFate
}

/** The small data set: 12 companies, 40 outlets; a card's payer is in `seedCardPayer.ts` (domain 10). */
export const demoCompanies: readonly DemoCompany[] = [
  {
    companyNo: 'C000101',
    shortName: '日日好超市',
    legalForm: '股份有限公司',
    companyType: '2',
    kind: 'monthly',
    stores: 8,
    fate: 'inForce',
  },
  { companyNo: 'C000102', shortName: '禾光百貨', legalForm: '股份有限公司', companyType: '1', kind: 'monthly', stores: 6, fate: 'inForce' },
  { companyNo: 'C000103', shortName: '青田餐飲', legalForm: '股份有限公司', companyType: '3', kind: 'monthly', stores: 5, fate: 'inForce' },
  { companyNo: 'C000104', shortName: '米卡書店', legalForm: '有限公司', companyType: '9', kind: 'monthly', stores: 4, fate: 'inForce' },
  {
    companyNo: 'C000105',
    shortName: '河岸電子商務',
    legalForm: '股份有限公司',
    companyType: '4',
    kind: 'prepaid',
    stores: 1,
    fate: 'inForce',
  },
  { companyNo: 'C000106', shortName: '大稻旅行社', legalForm: '有限公司', companyType: '7', kind: 'monthly', stores: 4, fate: 'inForce' },
  {
    companyNo: 'C000107',
    shortName: '福星加油站',
    legalForm: '股份有限公司',
    companyType: '8',
    kind: 'monthly',
    stores: 4,
    fate: 'suspended',
  },
  { companyNo: 'C000108', shortName: '森悅影城', legalForm: '股份有限公司', companyType: '9', kind: 'monthly', stores: 2, fate: 'draft' },
  {
    companyNo: 'C000109',
    shortName: '橙果藥妝',
    legalForm: '股份有限公司',
    companyType: '10',
    kind: 'monthly',
    stores: 3,
    fate: 'waiting',
  },
  { companyNo: 'C000110', shortName: '安禾餐飲', legalForm: '有限公司', companyType: '3', kind: 'monthly', stores: 2, fate: 'rejected' },
  { companyNo: 'C000111', shortName: '晴川百貨', legalForm: '有限公司', companyType: '1', kind: 'monthly', stores: 1, fate: 'terminated' },
  { companyNo: 'C000900', shortName: '中國信託（示範）', legalForm: '', companyType: '5', kind: 'payer', stores: 0, fate: 'inForce' },
]

/** The group of the small data set. The first member is the parent company, whose users may see the others. */
export const demoGroup = { name: '禾光集團', members: ['C000102', 'C000103', 'C000104'] } as const

/** The company with a price change that waits for approval. */
export const companyWithPendingChange = 'C000106'
