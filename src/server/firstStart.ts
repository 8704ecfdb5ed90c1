import type { FastifyInstance } from 'fastify'
import { taipeiDate } from '../rules/dates.ts'
import { seedBase, seedDemo } from './demo/seed.ts'
import { demoAccounts, demoPassword } from './identity/demoAccounts.ts'

/** Domain 10: the same seed everywhere, so that people see the same demo. */
const demoSeed = 20_250_101

/**
 * Writes what a new installation needs, or the demo data with `DEMO`; does nothing where that exists.
 *
 * @returns lines for the person who started it: demo accounts, or the administrator's first password (shown this once)
 */
export async function prepareInstallation(app: FastifyInstance): Promise<readonly string[]> {
  const asOf = taipeiDate(app.clock.now())
  if (app.config.demo) {
    await seedDemo(app, { size: 'small', seed: demoSeed, asOf })
    return ['示範帳號（密碼）：', ...demoAccounts.map(({ userName, jobTitle }) => `  ${userName}  ${demoPassword(userName)}  ${jobTitle}`)]
  }
  const { administratorPassword } = await seedBase(app, asOf)
  return administratorPassword === null ? [] : [`管理員帳號 admin 的初始密碼（只顯示這一次）：${administratorPassword}`]
}
