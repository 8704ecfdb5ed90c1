import type { Generated } from 'kysely'

interface Maintained {
  id: Generated<number>
  rowVersion: Generated<number>
  createdBy: string | null
  createdAt: Generated<Date>
  updatedBy: string | null
  updatedAt: Date | null
}

/** Read by the rules; written by the records engine. */
interface WarningRuleTable extends Maintained {
  warningRuleNo: string
  ruleCode: string
  scope: string
  companyNo: string | null
  windowMinutes: number | null
  thresholdCount: number | null
  thresholdPoints: number | null
  thresholdRatio: number | null
  activeFrom: string | null
  activeTo: string | null
  severity: string
  action: string
  notifyEmails: readonly string[]
  isEnabled: boolean
}

interface WarningTransactionTable extends Maintained {
  warningNo: string
  warningRuleId: number
  ruleCode: string
  subjectKey: string
  windowFrom: Date
  windowTo: Date
  occurredAt: Date
  severity: string
  companyNo: string | null
  retailStoreNo: string | null
  memberNo: string | null
  transactionNo: string | null
  txnKind: string | null
  points: number | null
  amount: number | null
  measured: number
  measuredValue: string
  thresholdValue: string
  wasRefused: boolean
  relatedTransactions: unknown
  status: Generated<string>
  handledBy: string | null
  handledAt: Date | null
  conclusion: string | null
  remark: string | null
  sheetNo: string | null
}

interface ActivityExceptionTable extends Maintained {
  exceptionNo: string
  occurredAt: Date
  activityCode: string
  activityName: string | null
  exceptionType: string
  companyNo: string | null
  retailStoreNo: string | null
  platformNo: string | null
  externalTxnNo: string | null
  memberNo: string | null
  amount: number | null
  expectedPoints: Generated<number>
  message: string
  status: Generated<string>
  handledBy: string | null
  remark: string | null
  sheetNo: string | null
}

interface SerialAttemptTable {
  id: Generated<number>
  ipAddress: string
  occurredAt: Date
  platformNo: string | null
  companyNo: string | null
}

interface AnomalyOutboxTable {
  id: Generated<number>
  event: unknown
  attempts: Generated<number>
  error: string | null
  createdAt: Generated<Date>
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    warningRule: WarningRuleTable
    warningTransaction: WarningTransactionTable
    logActivityException: ActivityExceptionTable
    serialAttempt: SerialAttemptTable
    anomalyOutbox: AnomalyOutboxTable
  }
}
