import type { Known } from '../language/catalog/known.ts'
import { knownNames } from '../language/catalog/knownNames.ts'
import type { LentPermission, PublishedCalls, PublishedTable } from '../language/catalog/publishedTable.ts'
import { accountingReports } from './domain/accounting/publishedReports.ts'
import { accountingTables } from './domain/accounting/publishedTables.ts'
import { activityTables } from './domain/activity/publishedTables.ts'
import { adjustmentLentPermissions, adjustmentsTables } from './domain/adjustments/publishedTables.ts'
import { announcementTables } from './domain/announcement/publishedTables.ts'
import { anomalyTables } from './domain/anomaly/publishedTables.ts'
import { cardTables } from './domain/card/publishedTables.ts'
import { companyLentPermissions, companyTables } from './domain/company/publishedTables.ts'
import { connectionCalls, connectionTables } from './domain/connection/publishedTables.ts'
import { contentTables } from './domain/content/publishedTables.ts'
import { corporateTables } from './domain/corporate/publishedTables.ts'
import { couponTables } from './domain/coupon/publishedTables.ts'
import { debtTables } from './domain/debts/publishedTables.ts'
import { exchangeTables } from './domain/exchange/publishedTables.ts'
import { memberLentPermissions, membersTables } from './domain/members/publishedTables.ts'
import { pricingTables } from './domain/pricing/publishedTables.ts'
import { serialTables } from './domain/serial/publishedTables.ts'
import { settingsTables } from './domain/settings/publishedTables.ts'
import { settlementTables } from './domain/settlement/publishedTables.ts'
import { defaultRoles, matrixPermissions } from './identity/permissions/defaultRoles.ts'
import { identityCalls, identityTables } from './identity/publishedTables.ts'
import { recordsTables } from './records/publishedTables.ts'

const tables: readonly PublishedTable[] = [
  ...identityTables,
  ...recordsTables,
  ...companyTables,
  ...pricingTables,
  ...connectionTables,
  ...announcementTables,
  ...settingsTables,
  ...contentTables,
  ...corporateTables,
  ...settlementTables,
  ...cardTables,
  ...serialTables,
  ...couponTables,
  ...exchangeTables,
  ...membersTables,
  ...debtTables,
  ...adjustmentsTables,
  ...anomalyTables,
  ...activityTables,
  ...accountingTables,
  ...accountingReports,
]

const lentPermissions: readonly LentPermission[] = [...companyLentPermissions, ...adjustmentLentPermissions, ...memberLentPermissions]
const calls: readonly PublishedCalls[] = [...identityCalls, ...connectionCalls]

/** Paths that belong to code alone, so that no screen may have its own there: buttons on it would call them. */
const codePaths = [
  '/api/account',
  '/api/dashboards',
  '/api/exchange_cms/tickets',
  '/api/noticeboard',
  '/api/partner',
  '/api/portal',
  '/api/screens',
  '/api/shared',
  '/api/subscriptions',
]

/**
 * All that code gives documents to name, as its owners publish it: plain data, so that the checker of the command line has it without a
 * database or a server.
 */
export const publishedNames: Known = {
  ...knownNames,
  tables: new Map(tables.map((one) => [one.table, one])),
  permissions: matrixPermissions,
  roles: new Set(defaultRoles.map((role) => role.roleCode)),
  lentPermissions,
  calls: new Map(calls.map((one) => [one.screen, one.paths])),
  codePaths,
}
