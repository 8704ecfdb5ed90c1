import type { FastifyInstance } from 'fastify'
import type { JobContext } from '../../../platform/jobs/jobRunner.ts'
import { isSound, lineOf } from '../../points/public.ts'
import { verifyAccounting } from './verifyAccounting.ts'

/** @throws Error with one line for each failed check, so that the run counts as failed */
async function verify({ db }: JobContext): Promise<{ checks: number }> {
  const results = await verifyAccounting(db)
  const broken = results.filter(({ violations }) => violations > 0)
  if (!isSound(results)) throw new Error(`帳務檢核不符：${broken.map(lineOf).join('；')}`)
  return { checks: results.length }
}

/** Runs after the nightly build of the remainder points. */
export function registerAccountingVerification(app: FastifyInstance): void {
  app.jobs.register('accounting.verify', { title: '帳務檢核', dailyAt: '03:40', run: verify })
}
