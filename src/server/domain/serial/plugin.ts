import type { FastifyInstance } from 'fastify'
import { transact } from '../../platform/database/transact.ts'
import { expireCodes } from './endCodes.ts'
import { registerSerialCalls } from './partnerCalls.ts'
import { serialPortalRoutes } from './portalRoutes.ts'
import { closeSerialFile, findSpentFiles } from './serialFile.ts'
import { deriveSerialKeys } from './serialKeys.ts'
import { serialStaffRoutes } from './staffRoutes.ts'

/** Point serials: what staff, corporate members and partners do with them, and what the night does. */
export function serialArea(app: FastifyInstance): void {
  const keys = deriveSerialKeys(app.secrets)
  serialStaffRoutes(app)
  serialPortalRoutes(app, keys)
  registerSerialCalls(app, keys)
  registerSerialJobs(app)
}

function registerSerialJobs(app: FastifyInstance): void {
  app.jobs.register('serial.expire', {
    title: '序號與實體卡逾期失效',
    dailyAt: '00:40',
    run: ({ db, clock }) => expireCodes(db, clock.now()),
  })
  app.jobs.register('serial.closeFiles', {
    title: '刪除已逾期限或下載完畢的序號檔',
    dailyAt: '01:10',
    async run({ db, clock }) {
      const spent = await findSpentFiles(db, clock.now())
      for (const holderNo of spent) await transact(db, (trx) => closeSerialFile(trx, holderNo))
      return { files: spent.length }
    },
  })
}
