import type { PublishedTable } from '../../../../language/catalog/publishedTable.ts'

/** Operations that screen documents may use on month runs: reading only. Runs are started by code. */
export const monthRunTables: readonly PublishedTable[] = [
  {
    table: 'month_run',
    view: 'month_run_view',
    entity: 'monthRun',
    scope: null,
    screens: ['accounting.month_run'],
    elsewhere: 'nothing',
    readonly: true,
    shown: [
      ...['runNo', 'periodNo', 'kind', 'status', 'requestedBy', 'requestedAt', 'finishedAt'],
      ...['totalCount', 'doneCount', 'refusedCount', 'waitingCount'],
    ],
  },
  {
    table: 'month_run_verdict',
    view: 'month_run_verdict_view',
    entity: 'monthRunVerdict',
    scope: 'companyNo',
    screens: [],
    asChild: ['accounting.month_run'],
    elsewhere: 'nothing',
    readonly: true,
    shown: ['runId', 'companyNo', 'verdict', 'reason', 'trialNetAmount', 'netAmount', 'statementNo', 'decidedAt'],
  },
]
