import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { SaleRule } from '../points/public.ts'
import { withBusinessDate } from './byBusinessDate.ts'
import { withMemberNo } from './findMember.ts'
import { memberRoutes } from './memberRoutes.ts'
import { saleRuleText } from './saleRuleText.ts'

const byCompany = ['businessDate', 'companyNo', 'merchantNo']

/** What the ledger tells about companies and members: histories, the member's head card, and what staff can do with a member. */
export function membersArea(app: FastifyInstance): void {
  app.records.register('contractorPointHistory', {
    prepareQuery: async (_context, query) => withBusinessDate(query),
    present: (_context, { ruleSnapshot, ...rest }) => ({ ...rest, ruleSnapshot: ruleTextOf(ruleSnapshot) }),
  })
  app.records.register('memberPointHistory', { prepareQuery: withMemberNo, keepsMasks: true })
  app.records.register('member', { keepsMasks: true })
  app.records.register('dailyPoints', {
    parts: [
      { from: sql.table('company_point_part'), groupedBy: byCompany },
      { from: sql.table('daily_point_part'), groupedBy: [...byCompany, 'retailStoreNo'] },
    ],
  })
  memberRoutes(app)
}

/** Stored as JSON; nobody reads that. */
function ruleTextOf(snapshot: unknown): string | null {
  return typeof snapshot === 'string' ? saleRuleText(JSON.parse(snapshot) as SaleRule) : null
}
