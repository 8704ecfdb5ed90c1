import type { FastifyInstance } from 'fastify'
import type { JobContext } from '../../../platform/jobs/jobRunner.ts'
import { isSound, lineOf } from '../../points/public.ts'
import { verifyAccounting } from './verifyAccounting.ts'

/** @throws Error with a line per broken check, so that the run is shown as failed */
async function verify({ db }: JobContext): Promise<{ checks: number }> {
  const results = await verifyAccounting(db)
  const broken = results.filter(({ violations }) => violations > 0)
  if (!isSound(results)) throw new Error(`帳務檢核不符：${broken.map(lineOf).join('；')}`)
  return { checks: results.length }
}

/** After the remainders of the night were built. */
export function registerAccountingVerification(app: FastifyInstance): void {
  app.jobs.register('accounting.verify', { title: '帳務檢核', dailyAt: '03:40', run: verify })
}
