import { ruleCodes, seedWarningRules } from '../../domain/anomaly/public.ts'
import type { RecordValues } from '../../records/hooks.ts'
import { type DemoWorld, daysBefore, recordsOf } from '../world.ts'

/** Parameters for single companies, with thresholds so low that what goes beyond them is not all that the charts show. */
const ownRows: readonly RecordValues[] = [
  { ruleCode: 'R02', companyNo: 'C000101', thresholdPoints: 1200, severity: '2', action: '1' },
  { ruleCode: 'R03', companyNo: 'C000102', thresholdPoints: 3000, severity: '3', action: '2' },
  { ruleCode: 'R04', companyNo: 'C000104', thresholdPoints: 2000, severity: '2', action: '1' },
  { ruleCode: 'R05', companyNo: 'C000104', thresholdPoints: 2500, severity: '2', action: '1' },
  { ruleCode: 'R06', companyNo: 'C000103', windowMinutes: 10_080, thresholdRatio: 30, thresholdCount: 3, severity: '2', action: '1' },
  { ruleCode: 'R09', companyNo: 'C000103', thresholdCount: 2, activeFrom: '22:00', activeTo: '07:00', severity: '1', action: '1' },
  { ruleCode: 'R10', companyNo: 'C000101', windowMinutes: 60, thresholdCount: 3, severity: '2', action: '1' },
]

/** Seeds the parameters of all rules, enabled by a user, and overrides for some companies. */
export async function seedRules(world: DemoWorld): Promise<void> {
  await seedWarningRules(world.app, world.trx, daysBefore(world, 400))
  const staff = recordsOf(world, 'warningRule', 'ops01', daysBefore(world, 60))
  const rows = await world.trx
    .selectFrom('warningRule')
    .select(['id', 'rowVersion', 'isEnabled'])
    .where('ruleCode', 'in', [...ruleCodes])
    .execute()
  for (const row of rows) if (!row.isEnabled) await staff.update(row, { isEnabled: true })
  for (const row of ownRows) await staff.create({ ...row, scope: '2', notifyEmails: [], isEnabled: true })
}
