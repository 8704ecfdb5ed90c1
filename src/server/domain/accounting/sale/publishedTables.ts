import { onlySubmitter, type PublishedTable } from '../../../../language/catalog/publishedTable.ts'

/** Orders of corporate members are only shown here; they have a screen of their own. */
const ofCompany = { 'row.buyerType': { eq: '1' } } as const
/** What was given away needs neither an invoice nor a payment. */
const owesSomething = { 'row.totalAmount': { gt: 0 } } as const
const notByMaker = ['submittedBy', 'createdBy', 'updatedBy']

/** Operations that screen documents may use on sales of points. */
export const saleTables: readonly PublishedTable[] = [
  {
    ...{ table: 'center_sale', view: 'center_sale_view', entity: 'centerSale', scope: 'companyNo', screens: ['accounting.center_sale'] },
    elsewhere: 'nothing',
    shown: [
      ...['saleNo', 'buyerType', 'corporateNo', 'settlementNo', 'taxPercent', 'salesAmount', 'taxAmount', 'totalAmount', 'invoiceNo'],
      ...['invoiceDate', 'paymentStatus', 'receivedAmount', 'outstandingAmount', 'overpaidAmount', 'receivedDate'],
      ...['receivedRef', 'refundedAmount', 'refundedDate', 'refundedRef', 'voidReason', 'status'],
      ...['submittedBy', 'submittedAt', 'approvedBy', 'approvedAt', 'rejectReason'],
    ],
    written: ['saleDate', 'points', 'unitPrice', 'discountRate'],
    once: ['companyNo'],
    state: 'status',
    transitions: {
      submit: { permission: 'submit', from: ['1', '4'], to: '2', guard: ofCompany },
      withdraw: { permission: 'submit', from: ['2'], to: '1', guard: onlySubmitter },
      approve: { permission: 'approve', from: ['2'], to: '3', notBy: notByMaker },
      reject: { permission: 'approve', from: ['2'], to: '4', notBy: notByMaker },
      invoice: {
        fills: ['invoiceNo', 'invoiceDate'],
        permission: 'invoice',
        from: ['3'],
        to: '3',
        guard: { ...ofCompany, 'row.invoiceNo': { empty: true }, ...owesSomething },
      },
      pay: {
        fills: ['receivedAmount', 'receivedDate', 'receivedRef'],
        permission: 'pay',
        from: ['2', '3'],
        to: '3',
        guard: { ...ofCompany, 'row.paymentStatus': { in: ['0', '1'] }, ...owesSomething },
      },
      refund: {
        fills: ['refundedAmount', 'refundedDate', 'refundedRef'],
        permission: 'pay',
        from: ['1', '3', '4', '5'],
        to: '3',
        guard: { ...ofCompany, 'row.overpaidAmount': { gt: 0 } },
      },
      void: { fills: ['voidReason'], permission: 'void', from: ['3'], to: '5', guard: ofCompany },
    },
    editable: { 'row.status': { in: ['1', '4'] } },
  },
  {
    ...{ table: 'sale_payment', view: 'sale_payment_view', entity: 'salePayment', scope: 'companyNo', screens: [], elsewhere: 'nothing' },
    ...{ asChild: ['accounting.center_sale', 'corporate.corporate_settlement'], readonly: true },
    shown: [
      ...['saleNo', 'companyNo', 'settlementNo', 'paidOn', 'receivedAmount', 'refundedAmount', 'reference', 'createdBy', 'createdAt'],
    ],
  },
]
