import type { FastifyInstance } from 'fastify'
import { assertSound } from '../../points/public.ts'
import { verifyAccounting } from './verifyAccounting.ts'

/** Runs after the nightly build of the remainder points. */
export function registerAccountingVerification(app: FastifyInstance): void {
  app.jobs.register('accounting.verify', {
    title: '帳務檢核',
    dailyAt: '03:40',
    run: async ({ db }) => assertSound('帳務', await verifyAccounting(db)),
  })
}
