import type { FastifyInstance } from 'fastify'
import { taipeiDate } from '../rules/dates.ts'
import { type SeedReporter, seedBase, seedDemo } from './demo/seed.ts'
import { type DemoAccount, demoAccounts, demoPassword } from './identity/demoAccounts.ts'
import { findDemoPasswords } from './identity/demoPasswords.ts'
import { ConfigError } from './platform/environment.ts'

/** Domain 10: the same seed everywhere, so that people see the same demo. */
const demoSeed = 20_250_101

/**
 * Writes what a new installation needs, or the demo data with `DEMO`; does nothing where that exists.
 *
 * @param onStep hears how far the demo data is
 * @throws ConfigError in production when accounts of the demo still have their published passwords
 * @returns lines for the person who started it: demo accounts, or the administrator's first password (shown this once)
 */
export async function prepareInstallation(app: FastifyInstance, onStep?: SeedReporter): Promise<readonly string[]> {
  if (app.config.production) await assertNoDemoPasswords(app)
  const asOf = taipeiDate(app.clock.now())
  if (app.config.demo) {
    await besideOthers(() => seedDemo(app, { size: 'small', seed: demoSeed, asOf }, onStep))
    const taxNumbers = await findTaxNumbers(app)
    const lineOf = ({ userName, jobTitle, corporateNo }: DemoAccount) =>
      `  ${userName}  ${demoPassword(userName)}  ${jobTitle}${corporateNo ? `（入口網 /member_login，統一編號 ${taxNumbers.get(corporateNo)}）` : ''}`
    return ['示範帳號（密碼）：', ...demoAccounts.map(lineOf)]
  }
  const { administratorPassword } = await besideOthers(() => seedBase(app, asOf))
  return administratorPassword === null ? [] : [`管理員帳號 admin 的初始密碼（只顯示這一次）：${administratorPassword}`]
}

/** Members sign in with their tax ID too; by `corporateNo`. */
async function findTaxNumbers(app: FastifyInstance): Promise<ReadonlyMap<string | null, string>> {
  const rows = await app.db
    .selectFrom('corporateMember')
    .select(['corporateNo', 'taxNumber'])
    .where('corporateNo', 'is not', null)
    .execute()
  return new Map(rows.map(({ corporateNo, taxNumber }) => [corporateNo, taxNumber]))
}

/** A production database that began as a demo would accept the published demo passwords. */
async function assertNoDemoPasswords(app: FastifyInstance): Promise<void> {
  const names = await findDemoPasswords(app.db)
  if (names.length > 0) throw new ConfigError([`帳號 ${names.join('、')} 仍使用示範密碼，請先變更密碼或停用帳號。`])
}

/** SQLSTATEs of the slower of two processes that write the same rows: unique_violation, deadlock_detected. */
const collisions: ReadonlySet<string> = new Set(['23505', '40P01'])
/** Data and accounts are written one after the other, and each may collide. */
const triesMax = 5

/**
 * Several processes may start on one empty database. The slower one collides with rows of the faster one, and finds them when it tries
 * again.
 */
async function besideOthers<T>(seed: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await seed()
    } catch (error) {
      const isCollision = collisions.has(String((error as { code?: unknown }).code))
      if (!isCollision || tries === triesMax) throw error
    }
  }
}
