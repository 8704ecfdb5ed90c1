import type { EinvoiceMessageCode } from '../../../../rules/codes.generated.ts'
import { taipeiDateTime } from '../../../../rules/dates.ts'
import { decimalText } from '../../../../rules/fraction.ts'
import { percentOf, roundMoney, wholeAmount } from '../../../../rules/money.ts'
import { shortened } from '../../../../rules/text.ts'
import { writeXml, type XmlElement } from './xml.ts'

/**
 * Message types of the MIG 4.1 standard: F0401 invoice, F0501 void invoice, G0401 allowance, G0501 void allowance, E0402 unused numbers of
 * a track.
 */
export type MessageCode = EinvoiceMessageCode

export interface Party {
  /** 8 digits. */
  readonly taxNumber: string
  readonly name: string
  readonly address: string | null
  /** The number of the merchant or corporate member that buys. */
  readonly customerNumber: string | null
}

export interface MessageLine {
  readonly description: string
  /** Decimal number with at most seven decimals. */
  readonly quantity: string
  readonly unitPrice: string
  /** Whole NT$ without tax. */
  readonly amount: number
  readonly remark: string | null
}

/** An issued invoice or allowance, as stored. Amounts are whole NT$. */
export interface IssuedDocument {
  readonly docNo: string
  /** YYYY-MM-DD. */
  readonly issueDate: string
  readonly issuedAt: Date
  readonly seller: Party
  readonly buyer: Party
  /** Number of the statement or sale. */
  readonly sourceNo: string
  readonly salesAmount: number
  readonly taxAmount: number
  readonly lines: readonly MessageLine[]
}

export interface IssuedInvoice extends IssuedDocument {
  readonly randomNumber: string
  /** Tax rate in percent: parameter TAX.RATE. */
  readonly taxPercent: number
}

export interface IssuedAllowance extends IssuedDocument {
  readonly original: { readonly docNo: string; readonly issueDate: string }
}

export interface VoidDocument {
  readonly docNo: string
  readonly issueDate: string
  readonly buyerId: string
  readonly sellerId: string
  readonly voidedAt: Date
  readonly reason: string
}

/** The numbers of one track that were not used in its two months. */
export interface UnusedNumbers {
  readonly sellerId: string
  /** First of the two months, yyyyMM. */
  readonly taxPeriod: string
  readonly track: string
  readonly ranges: readonly { readonly first: number; readonly last: number }[]
}

/**
 * The child elements of one element, in the order of the schema. An element whose name ends in `?` is left out when it is empty; any other
 * must not be empty.
 */
type Elements<Of> = readonly (readonly [name: string, content: (of: Of) => string | readonly XmlElement[] | null])[]

/** Values of the standard that our documents use. Since 2025 allowances can only be made by the seller. */
const mig = { generalTax: '07', taxable: '1', bySeller: '2', notDonated: '0', printed: 'Y' } as const

/** A shortened name does no harm, because the tax ID identifies the party. The schema counts characters. */
const party: Elements<Party> = [
  ['Identifier', ({ taxNumber }) => taxNumber],
  ['Name', ({ name }) => shortened(name, 60)],
  ['Address?', ({ address }) => address && shortened(address, 100)],
  ['CustomerNumber?', ({ customerNumber }) => customerNumber],
]

const invoiceMain: Elements<IssuedInvoice> = [
  ['InvoiceNumber', ({ docNo }) => docNo],
  ['InvoiceDate', ({ issueDate }) => digits(issueDate)],
  ['InvoiceTime', ({ issuedAt }) => timeOf(issuedAt)],
  ['Seller', ({ seller }) => elementsOf(party, seller)],
  ['Buyer', ({ buyer }) => elementsOf(party, buyer)],
  ['RelateNumber?', ({ sourceNo }) => sourceNo],
  ['InvoiceType', () => mig.generalTax],
  ['DonateMark', () => mig.notDonated],
  ['PrintMark', () => mig.printed],
  ['RandomNumber', ({ randomNumber }) => randomNumber],
]

interface NumberedLine extends MessageLine {
  /** Three digits, starting with `001`. */
  readonly sequence: string
}

const invoiceItem: Elements<NumberedLine> = [
  ['Description', ({ description }) => description],
  ['Quantity', ({ quantity }) => quantity],
  ['UnitPrice', ({ unitPrice }) => unitPrice],
  ['Amount', ({ amount }) => String(amount)],
  ['TaxType', () => mig.taxable],
  ['SequenceNumber', ({ sequence }) => sequence],
  ['Remark?', ({ remark }) => remark],
]

const invoiceAmount: Elements<IssuedInvoice> = [
  ['SalesAmount', ({ salesAmount }) => String(salesAmount)],
  ['FreeTaxSalesAmount', () => '0'],
  ['ZeroTaxSalesAmount', () => '0'],
  ['TaxType', () => mig.taxable],
  ['TaxRate', ({ taxPercent }) => decimalText(percentOf(wholeAmount(1), taxPercent))],
  ['TaxAmount', ({ taxAmount }) => String(taxAmount)],
  ['TotalAmount', ({ salesAmount, taxAmount }) => String(salesAmount + taxAmount)],
]

const invoice: Elements<IssuedInvoice> = [
  ['Main', (document) => elementsOf(invoiceMain, document)],
  ['Details', ({ lines }) => numbered(lines).map((line) => ({ name: 'ProductItem', content: elementsOf(invoiceItem, line) }))],
  ['Amount', (document) => elementsOf(invoiceAmount, document)],
]

const voidInvoice: Elements<VoidDocument> = [
  ['CancelInvoiceNumber', ({ docNo }) => docNo],
  ['InvoiceDate', ({ issueDate }) => digits(issueDate)],
  ['BuyerId', ({ buyerId }) => buyerId],
  ['SellerId', ({ sellerId }) => sellerId],
  ['CancelDate', ({ voidedAt }) => dateOf(voidedAt)],
  ['CancelTime', ({ voidedAt }) => timeOf(voidedAt)],
  ['CancelReason', ({ reason }) => reason],
]

const allowanceMain: Elements<IssuedAllowance> = [
  ['AllowanceNumber', ({ docNo }) => docNo],
  ['AllowanceDate', ({ issueDate }) => digits(issueDate)],
  ['Seller', ({ seller }) => elementsOf(party, seller)],
  ['Buyer', ({ buyer }) => elementsOf(party, buyer)],
  ['AllowanceType', () => mig.bySeller],
  ['OriginalInvoiceSellerId', ({ seller }) => seller.taxNumber],
  ['OriginalInvoiceBuyerId', ({ buyer }) => buyer.taxNumber],
]

interface AllowanceLine extends NumberedLine {
  readonly original: IssuedAllowance['original']
  readonly tax: number
}

const allowanceItem: Elements<AllowanceLine> = [
  ['OriginalInvoiceDate', ({ original }) => digits(original.issueDate)],
  ['OriginalInvoiceNumber', ({ original }) => original.docNo],
  ['OriginalDescription', ({ description }) => description],
  ['Quantity', ({ quantity }) => quantity],
  ['UnitPrice', ({ unitPrice }) => unitPrice],
  ['Amount', ({ amount }) => String(amount)],
  ['Tax', ({ tax }) => String(tax)],
  ['AllowanceSequenceNumber', ({ sequence }) => sequence],
  ['TaxType', () => mig.taxable],
]

const allowanceAmount: Elements<IssuedAllowance> = [
  ['TaxAmount', ({ taxAmount }) => String(taxAmount)],
  ['TotalAmount', ({ salesAmount }) => String(salesAmount)],
]

const allowance: Elements<IssuedAllowance> = [
  ['Main', (document) => elementsOf(allowanceMain, document)],
  ['Details', (document) => allowanceLines(document).map((line) => ({ name: 'ProductItem', content: elementsOf(allowanceItem, line) }))],
  ['Amount', (document) => elementsOf(allowanceAmount, document)],
]

const voidAllowance: Elements<VoidDocument> = [
  ['CancelAllowanceNumber', ({ docNo }) => docNo],
  ['AllowanceType', () => mig.bySeller],
  ['AllowanceDate', ({ issueDate }) => digits(issueDate)],
  ['BuyerId', ({ buyerId }) => buyerId],
  ['SellerId', ({ sellerId }) => sellerId],
  ['CancelDate', ({ voidedAt }) => dateOf(voidedAt)],
  ['CancelTime', ({ voidedAt }) => timeOf(voidedAt)],
  ['CancelReason', ({ reason }) => reason],
]

const unusedMain: Elements<UnusedNumbers> = [
  ['HeadBan', ({ sellerId }) => sellerId],
  ['BranchBan', ({ sellerId }) => sellerId],
  ['InvoiceType', () => mig.generalTax],
  ['YearMonth', ({ taxPeriod }) => secondMonth(taxPeriod)],
  ['InvoiceTrack', ({ track }) => track],
]

const unusedRange: Elements<UnusedNumbers['ranges'][number]> = [
  ['InvoiceBeginNo', ({ first }) => String(first).padStart(8, '0')],
  ['InvoiceEndNo', ({ last }) => String(last).padStart(8, '0')],
]

const unused: Elements<UnusedNumbers> = [
  ['Main', (numbers) => elementsOf(unusedMain, numbers)],
  ['Details', ({ ranges }) => ranges.map((range) => ({ name: 'BranchTrackBlankItem', content: elementsOf(unusedRange, range) }))],
]

/**
 * Writes each type of message from its data. @throws RangeError when a required value is missing, or contains a character that XML does not
 * allow
 */
export const messageWriters = {
  F0401: (document: IssuedInvoice) => message('F0401', 'Invoice', invoice, document),
  F0501: (document: VoidDocument) => message('F0501', 'CancelInvoice', voidInvoice, document),
  G0401: (document: IssuedAllowance) => message('G0401', 'Allowance', allowance, document),
  G0501: (document: VoidDocument) => message('G0501', 'CancelAllowance', voidAllowance, document),
  E0402: (numbers: UnusedNumbers) => message('E0402', 'BranchTrackBlank', unused, numbers),
} satisfies Record<MessageCode, (of: never) => string>

function message<Of>(code: MessageCode, name: string, elements: Elements<Of>, of: Of): string {
  return writeXml({ name, content: elementsOf(elements, of) }, `urn:GEINV:eInvoiceMessage:${code}:4.1`)
}

function elementsOf<Of>(elements: Elements<Of>, of: Of): readonly XmlElement[] {
  return elements.flatMap(([title, contentOf]) => {
    const [name, isOptional] = title.endsWith('?') ? [title.slice(0, -1), true] : [title, false]
    const content = contentOf(of)
    if (content !== null && content.length > 0) return [{ name, content }]
    if (isOptional) return []
    throw new RangeError(`${name} is empty`)
  })
}

function numbered<Line extends MessageLine>(lines: readonly Line[]): readonly (Line & NumberedLine)[] {
  return lines.map((line, index) => ({ ...line, sequence: String(index + 1).padStart(3, '0') }))
}

/** Splits the tax of the document, which is rounded once, over its lines: each line gets the amount by which the cumulative tax grows. */
function allowanceLines({ lines, original, salesAmount, taxAmount }: IssuedAllowance): readonly AllowanceLine[] {
  const taxUntil = (sales: number) => roundMoney({ numerator: BigInt(sales) * BigInt(taxAmount), denominator: BigInt(salesAmount) })
  let sales = 0
  return numbered(lines).map((line) => {
    const before = sales
    sales += line.amount
    return { ...line, original, tax: taxUntil(sales) - taxUntil(before) }
  })
}

const digits = (date: string) => date.replaceAll('-', '')
const dateOf = (instant: Date) => digits(taipeiDateTime(instant).slice(0, 10))
const timeOf = (instant: Date) => taipeiDateTime(instant).slice(11)

/** Year of the Republic and second month of the period: `202501` becomes 11402. */
function secondMonth(taxPeriod: string): string {
  return `${Number(taxPeriod.slice(0, 4)) - 1911}${String(Number(taxPeriod.slice(4)) + 1).padStart(2, '0')}`
}
