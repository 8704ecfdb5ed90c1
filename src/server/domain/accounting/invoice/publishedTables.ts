import type { PublishedTable } from '../../../../language/catalog/publishedTable.ts'

const amounts = ['salesAmount', 'taxAmount', 'totalAmount', 'remainingAmount', 'allowanceSales', 'allowanceTax']
const document = [
  ...[
    'docType',
    'docNo',
    'docName',
    'docKind',
    'feeType',
    'issueDate',
    'taxPeriod',
    'companyNo',
    'corporateNo',
    'buyerName',
    'taxNumber',
    'sourceKind',
    'sourceNo',
  ],
  ...['originalInvoiceNo', 'originalInvoiceDate', 'reasonCode', ...amounts, 'consentAt', 'consentRef', 'randomNumber'],
  ...['issuedBy', 'issuedAt', 'voidReason', 'voidedBy', 'voidedAt', 'status'],
  ...['uploadStatus', 'uploadDueOn', 'uploadRemindOn', 'uploadedAt', 'uploadReason'],
]

/** Documents of some sources, with the permissions of their screen. */
function documents(
  table: string,
  entity: string,
  screen: string,
  steps: Readonly<Record<'issue' | 'allow' | 'consent' | 'void', string>>,
): PublishedTable {
  const permission = (step: keyof typeof steps) => `accounting.${screen}.${steps[step]}`
  return {
    ...{ table, view: `${table}_view`, entity, scope: 'companyNo', screens: [`accounting.${screen}`], elsewhere: 'nothing' },
    ...{ shown: document, state: 'status' },
    transitions: {
      issue: { permission: permission('issue'), from: ['1'], to: '2' },
      allow: { permission: permission('allow'), from: ['2', '4'], to: '4' },
      consent: { fills: ['consentRef'], permission: permission('consent'), from: ['2'], to: '6' },
      void: { permission: permission('void'), from: ['2', '6'], to: '3' },
    },
  }
}

const ofStatement = { scope: 'companyNo', screens: [], asChild: ['accounting.statements'], elsewhere: 'nothing', readonly: true } as const
const documentScreens = [
  ...['accounting.point_invoice_discount', 'accounting.pay_as_you_go_invoice'],
  ...['accounting.point_invoice_ap_fee_yr_dis', 'accounting.point_invoice_dp_proc_fee_yr_dis'],
]

/** Operations that screen documents may use on invoices, allowances, tracks and payments. */
export const invoiceTables: readonly PublishedTable[] = [
  documents('point_invoice', 'pointInvoice', 'point_invoice_discount', { issue: 'create', allow: 'create', consent: 'edit', void: 'void' }),
  documents('payg_invoice', 'paygInvoice', 'pay_as_you_go_invoice', {
    ...{ issue: 'invoice', allow: 'allowance', consent: 'allowance', void: 'void' },
  }),
  {
    ...{ table: 'invoice_line', view: 'invoice_line_view', entity: 'invoiceLine', ...ofStatement, asChild: documentScreens },
    shown: ['documentId', 'companyNo', 'seq', 'description', 'quantity', 'unitPrice', 'amount', 'remark'],
  },
  {
    ...{ table: 'einvoice_message', view: 'einvoice_message_view', entity: 'einvoiceMessage', ...ofStatement, asChild: documentScreens },
    shown: [
      ...['documentId', 'companyNo', 'code', 'attempt', 'status', 'madeAt', 'handedAt', 'finishedAt', 'reason', 'markedBy'],
      ...['fileName', 'sha256'],
    ],
  },
  {
    ...{ table: 'statement_invoice', entity: 'statementInvoice', ...ofStatement },
    shown: [
      ...['statementNo', 'companyNo', 'docType', 'docNo', 'feeType', 'issueDate', 'salesAmount', 'taxAmount', 'totalAmount'],
      ...['remainingAmount', 'status', 'voidReason'],
    ],
  },
  {
    ...{ table: 'statement_payment', view: 'statement_payment_view', entity: 'statementPayment', ...ofStatement },
    shown: ['statementNo', 'companyNo', 'paidOn', 'receivedAmount', 'paidAmount', 'isNet', 'reference', 'createdBy', 'createdAt'],
  },
  {
    ...{ table: 'invoice_track', view: 'invoice_track_view', entity: 'invoiceTrack', scope: null, screens: ['accounting.invoice_track'] },
    elsewhere: 'nothing',
    shown: ['label', 'nextNo', 'leftCount', 'isLow', 'lastIssuedDate', 'uploadStatus'],
    written: ['taxPeriod', 'track', 'firstNo', 'lastNo', 'isEnabled'],
  },
]
