import { type LentPermission, onlySubmitter, type PublishedTable } from '../../../language/catalog/publishedTable.ts'

/** What documents may do with the tables of this area. */
export const adjustmentsTables: readonly PublishedTable[] = [
  {
    table: 'adjustment_sheet',
    view: 'adjustment_sheet_view',
    entity: 'adjustmentSheet',
    scope: 'companyNo',
    screens: ['points.adjustments', 'points.adjustmentslist'],
    elsewhere: 'read',
    shown: [
      'sheetNo',
      'lineCount',
      'totalPoints',
      'status',
      'submittedBy',
      'submittedAt',
      'approvedBy',
      'approvedAt',
      'rejectReason',
      'transactionNos',
      'memberId',
    ],
    written: [
      'adjustKind',
      'reasonCode',
      'costBearer',
      'companyNo',
      'retailStoreNo',
      'businessDate',
      'expireDate',
      'companyAdjustment',
      'lines',
      'description',
      'attachments',
    ],
    state: 'status',
    transitions: {
      submit: { permission: 'points.adjustmentslist.submit', from: ['1'], to: '2' },
      withdraw: {
        permission: 'points.adjustmentslist.submit',
        from: ['2'],
        to: '1',
        guard: onlySubmitter,
      },
      approve: { permission: 'points.adjustments.approve', from: ['2'], to: '3', notBy: ['submittedBy', 'updatedBy'] },
      reject: { permission: 'points.adjustments.approve', from: ['2'], to: '4', notBy: ['submittedBy', 'updatedBy'] },
      void: { permission: 'points.adjustmentslist.delete', from: ['1', '4'], to: '5' },
    },
    editable: { 'row.status': { in: ['1', '4'] } },
  },
]

/** Screens that find a reason for an adjustment begin a sheet about it. */
export const adjustmentLentPermissions: readonly LentPermission[] = [
  {
    permission: 'points.adjustmentslist.create',
    screens: ['points.member_point_history', 'warning.log_activity_exception', 'warning.warning_transaction'],
  },
]
