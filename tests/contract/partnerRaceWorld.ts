import { sql } from 'kysely'
import { expect } from 'vitest'
import { isSound, lineOf, verifyLedger } from '../../src/server/domain/points/verify/verifyLedger.ts'
import type { Database } from '../../src/server/platform/database/tables.ts'
import type { PartnerAnswer, PartnerClient } from '../support/partnerClient.ts'
import { openPartnerWorld, type PartnerWorld } from '../support/partnerWorld.ts'

/** A server with a partner, for races of its calls. */
export interface PartnerRace {
  readonly world: PartnerWorld
  readonly db: Database
  readonly client: PartnerClient
  /** One call with the fields that every call has. */
  call(name: string, content: object): Promise<PartnerAnswer>
  /** The member with an index from 0; after the last comes the first again. */
  memberAt(index: number): { readonly memberNo: string }
  /** Runs statements that remove a guard, to show that the race fails without it. */
  removeGuards(statements: string): Promise<void>
  expectSound(): Promise<void>
  /** Numbers of the violated invariants. */
  brokenInvariants(): Promise<readonly string[]>
  close(): Promise<void>
}

/** @param companyNos companies of the partner; only the first exists */
export async function openPartnerRace(memberCount: number, companyNos?: readonly string[]): Promise<PartnerRace> {
  const world = await openPartnerWorld({ members: memberCount })
  const client = await world.addClient(companyNos && { companyNos })
  const { db } = world.server.database
  return {
    ...{ world, db, client },
    call: (name, content) => client.call(name, world.common({ ...content })),
    memberAt: (index) => ({ memberNo: world.members[index % world.members.length] as string }),
    removeGuards: async (statements) => void (await sql.raw(statements).execute(db)),
    expectSound: async () => {
      const results = await verifyLedger(db)
      expect(isSound(results), results.map(lineOf).join('\n')).toBe(true)
    },
    brokenInvariants: async () => (await verifyLedger(db)).filter(({ violations }) => violations > 0).map(({ id }) => id),
    close: () => world.close(),
  }
}

/** Number of calls by code. */
export function countCodes(answers: readonly PartnerAnswer[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { body } of answers) counts[body.code] = (counts[body.code] ?? 0) + 1
  return counts
}
