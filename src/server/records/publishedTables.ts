import { onlySubmitter, type PublishedTable } from '../../language/catalog/publishedTable.ts'

/** Operations that screen documents may use on the tables of this area. */
export const recordsTables: readonly PublishedTable[] = [
  {
    table: 'change_request',
    entity: 'changeRequest',
    scope: 'companyNo',
    screens: [],
    elsewhere: 'nothing',
    shown: [
      'changeNo',
      'entity',
      'recordId',
      'recordLabel',
      'companyNo',
      'changes',
      'effectiveDate',
      'reason',
      'status',
      'submittedBy',
      'submittedAt',
      'approvedBy',
      'approvedAt',
      'rejectReason',
      'appliedAt',
    ],
    actors: ['submittedBy'],
    state: 'status',
    transitions: {
      withdraw: {
        permission: 'company.companies.edit',
        from: ['1'],
        to: '5',
        guard: onlySubmitter,
      },
      approve: { permission: 'company.companies.approve', from: ['1'], to: '2', notBy: ['submittedBy'] },
      reject: { permission: 'company.companies.approve', from: ['1'], to: '4', notBy: ['submittedBy'] },
    },
    editable: { 'row.status': { empty: true } },
    deletable: { 'row.status': { empty: true } },
  },
]
