import { sql } from 'kysely'
import type { Executor } from '../../../platform/database/tables.ts'
import { readNumber, readParameter } from '../../settings/public.ts'
import type { IssuedAllowance, IssuedInvoice, MessageLine, Party, VoidDocument } from './messages.ts'

/** The seller on a day (YYYY-MM-DD), from the parameters EINVOICE.SELLER_…. @returns null until the tax ID and the name are entered */
export async function findSeller(db: Executor, on: string): Promise<Party | null> {
  const taxNumber = await readParameter(db, 'EINVOICE.SELLER_TAX_NO', on)
  const name = await readParameter(db, 'EINVOICE.SELLER_NAME', on)
  const address = await readParameter(db, 'EINVOICE.SELLER_ADDRESS', on)
  return taxNumber && name ? { taxNumber, name, address, customerNumber: null } : null
}

/** What holds for all documents of a day (YYYY-MM-DD). */
interface DayTerms {
  readonly seller: Party | null
  readonly taxPercent: number
}

/** Reads the terms of each day once, however many documents it has. For one run: later changes of the parameters are not seen. */
export function createTermsReader(db: Executor): (on: string) => Promise<DayTerms> {
  const known = new Map<string, DayTerms>()
  return async (on) => {
    const terms = known.get(on) ?? { seller: await findSeller(db, on), taxPercent: await readNumber(db, 'TAX.RATE', on) }
    known.set(on, terms)
    return terms
  }
}

/** An issued document with everything that its messages need. */
export type StoredDocument = IssuedInvoice & IssuedAllowance & VoidDocument

/** @throws Error when the document was never issued, or no seller is entered */
export async function getStoredDocument(db: Executor, id: number, termsOn = createTermsReader(db)): Promise<StoredDocument> {
  const document = await db
    .selectFrom('invoiceDocument as d')
    .leftJoin('invoiceDocument as o', 'o.id', 'd.originalId')
    .selectAll('d')
    .select(['o.docNo as originalNo', 'o.issueDate as originalDate'])
    .where('d.id', '=', id)
    .executeTakeFirstOrThrow()
  const { docNo, issueDate, issuedAt } = document
  if (docNo === null || issueDate === null || issuedAt === null) throw new Error(`document ${id} was never issued`)
  const { seller, taxPercent } = await termsOn(issueDate)
  if (!seller) throw new Error(`no seller on ${issueDate}`)
  const customerNumber = document.companyNo ?? document.corporateNo
  const buyer = { taxNumber: document.taxNumber, name: document.buyerName, address: null, customerNumber }
  return {
    ...{ docNo, issueDate, issuedAt, seller, buyer, sourceNo: document.sourceNo },
    ...{ salesAmount: document.salesAmount, taxAmount: document.taxAmount, lines: await readLines(db, id) },
    randomNumber: document.randomNumber ?? '',
    taxPercent,
    original: { docNo: document.originalNo ?? '', issueDate: document.originalDate ?? '' },
    ...{ sellerId: seller.taxNumber, buyerId: buyer.taxNumber, voidedAt: document.voidedAt ?? issuedAt, reason: document.voidReason ?? '' },
  }
}

/** Quantities and prices are read as text with the stored digits, so that no float changes them. */
async function readLines(db: Executor, documentId: number): Promise<readonly MessageLine[]> {
  return db
    .selectFrom('invoiceLine')
    .select(['description', 'amount', 'remark'])
    .select(sql<string>`trim_scale(quantity)::text`.as('quantity'))
    .select(sql<string>`trim_scale(unit_price)::text`.as('unitPrice'))
    .where('documentId', '=', documentId)
    .orderBy('seq')
    .execute()
}
