import type { FastifyInstance } from 'fastify'
import { withBusinessDate } from './byBusinessDate.ts'
import { withMemberNo } from './findMember.ts'
import { memberRoutes } from './memberRoutes.ts'

/** What the ledger tells about companies and members: histories, the member's head card, and what staff can do with a member. */
export function membersArea(app: FastifyInstance): void {
  app.records.register('contractorPointHistory', { prepareQuery: async (_context, query) => withBusinessDate(query) })
  app.records.register('memberPointHistory', { prepareQuery: withMemberNo, keepsMasks: true })
  app.records.register('member', { keepsMasks: true })
  memberRoutes(app)
}
