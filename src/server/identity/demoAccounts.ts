import type { UserType } from '../../rules/codes.generated.ts'
import { userType } from '../../rules/codes.generated.ts'

/** An account of the demo data (domain 10). */
export interface DemoAccount {
  readonly userName: string
  readonly fullName: string
  readonly jobTitle: string
  readonly userType: UserType
  readonly roleCode: string
  /** Number of a company, or the parent company of the demo group. */
  readonly company?: 'groupParent' | (string & {})
  readonly corporateNo?: string
  /** Locked by an administrator, so that the demo data has such an account. */
  readonly isLocked?: true
  /** Days before the day of the demo data on which the account was last used. */
  readonly lastLoginDaysAgo: number
}

export const demoAccounts: readonly DemoAccount[] = [
  { userName: 'admin', fullName: '系統管理員', jobTitle: '資訊主任', userType: userType.staff, roleCode: 'SYS', lastLoginDaysAgo: 1 },
  { userName: 'ops01', fullName: '陳怡君', jobTitle: '營運專員', userType: userType.staff, roleCode: 'OPS', lastLoginDaysAgo: 1 },
  { userName: 'ops02', fullName: '林志豪', jobTitle: '營運副理', userType: userType.staff, roleCode: 'OPS', lastLoginDaysAgo: 2 },
  { userName: 'fin01', fullName: '黃淑芬', jobTitle: '會計專員', userType: userType.staff, roleCode: 'FIN', lastLoginDaysAgo: 1 },
  { userName: 'fin02', fullName: '張家瑋', jobTitle: '會計專員', userType: userType.staff, roleCode: 'FIN', lastLoginDaysAgo: 3 },
  { userName: 'fm01', fullName: '李美玲', jobTitle: '財務經理', userType: userType.staff, roleCode: 'FM', lastLoginDaysAgo: 1 },
  { userName: 'fm02', fullName: '王建宏', jobTitle: '財務協理', userType: userType.staff, roleCode: 'FM', lastLoginDaysAgo: 5 },
  { userName: 'cs01', fullName: '吳佩珊', jobTitle: '客服專員', userType: userType.staff, roleCode: 'CS', lastLoginDaysAgo: 1 },
  {
    userName: 'cs02',
    fullName: '蔡承翰',
    jobTitle: '客服專員',
    userType: userType.staff,
    roleCode: 'CS',
    isLocked: true,
    lastLoginDaysAgo: 40,
  },
  { userName: 'mkt01', fullName: '劉雅婷', jobTitle: '行銷企劃', userType: userType.staff, roleCode: 'MKT', lastLoginDaysAgo: 2 },
  { userName: 'aud01', fullName: '楊俊傑', jobTitle: '稽核', userType: userType.staff, roleCode: 'AUD', lastLoginDaysAgo: 12 },
  {
    userName: 'mer01',
    fullName: '許雅雯',
    jobTitle: '店務主任',
    userType: userType.merchant,
    roleCode: 'MER',
    company: 'C000101',
    lastLoginDaysAgo: 1,
  },
  {
    userName: 'mer02',
    fullName: '鄭文傑',
    jobTitle: '集團財務',
    userType: userType.merchant,
    roleCode: 'MER',
    company: 'groupParent',
    lastLoginDaysAgo: 4,
  },
  {
    userName: 'hr@example.com',
    fullName: '周郁婷',
    jobTitle: '人資主任',
    userType: userType.corporate,
    roleCode: 'CORP',
    corporateNo: 'E000001',
    lastLoginDaysAgo: 6,
  },
]

/** Password of a demo account. */
export function demoPassword(userName: string): string {
  return `Demo!2025${userName}`
}
