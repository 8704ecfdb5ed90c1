import { describe, expect, it } from 'vitest'
import { pageOf } from './pageOf.ts'

describe('pageOf', () => {
  it.each([
    '/member',
    '/member_login',
    '/member_policy',
    '/member_privacy',
    '/corporate_member_register',
    '/corporate_member_apply',
    '/exchange',
    '/exchange_v2',
    '/exchange_flow_manual',
  ])('gives %s to the portal', (path) => expect(pageOf(path)).toBe('portal/index.html'))

  it.each(['/', '/login', '/noticeboard', '/_points/member_point_history', '/_report/exchange_report', '/members', '/exchanges'])(
    'gives %s to the console',
    (path) => expect(pageOf(path)).toBe('src/console/index.html'),
  )
})
