import { sql } from 'kysely'
import { codeCategory } from '../../../../rules/codes.generated.ts'
import { rowsBy } from '../../../platform/database/rowsBy.ts'
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

/**
 * The seller of a document. One that was issued before anybody entered the seller has the first that was entered: a value counts from its
 * entry on, and such documents would never get their messages, and hold up the others.
 */
async function sellerOfDocument(db: Executor, on: string): Promise<Party | null> {
  const seller = await findSeller(db, on)
  if (seller) return seller
  const { rows } = await sql<{ day: string | null }>`
    select max(first)::text as day from (
      select min(effective_from) as first from code_table
      where category = ${codeCategory.parameter} and code in ('EINVOICE.SELLER_TAX_NO', 'EINVOICE.SELLER_NAME') and is_enabled and value <> ''
      group by code having min(effective_from) > ${on}
    ) as entered`.execute(db)
  const day = rows[0]?.day
  return day ? findSeller(db, day) : null
}

/** What holds for all documents of a day (YYYY-MM-DD). */
interface DayTerms {
  readonly seller: Party | null
  readonly taxPercent: number
}

/** Reads the terms of each day once, however many documents it has. For one run: later changes of the parameters are not seen. */
function createTermsReader(db: Executor): (on: string) => Promise<DayTerms> {
  const known = new Map<string, DayTerms>()
  return async (on) => {
    const terms = known.get(on) ?? { seller: await sellerOfDocument(db, on), taxPercent: await readNumber(db, 'TAX.RATE', on) }
    known.set(on, terms)
    return terms
  }
}

/** An issued document with everything that its messages need. */
export type StoredDocument = IssuedInvoice & IssuedAllowance & VoidDocument

/** @throws Error when the document was never issued, or no seller is entered */
export async function getStoredDocument(db: Executor, id: number): Promise<StoredDocument> {
  return (await readStoredDocuments(db, [id]))(id)
}

/**
 * Reads documents with their lines, in as many queries as for one.
 *
 * @returns one of the documents; throws when it was never issued, or no seller is entered
 */
export async function readStoredDocuments(
  db: Executor,
  ids: readonly number[],
  termsOn = createTermsReader(db),
): Promise<(id: number) => Promise<StoredDocument>> {
  const documents = new Map((await readDocuments(db, ids)).map((document) => [document.id, document]))
  const lines = await readLines(db, ids)
  return async (id) => {
    const document = documents.get(id)
    if (!document) throw new Error(`no document ${id}`)
    return storedDocumentOf(document, lines.get(id) ?? [], termsOn)
  }
}

type DocumentRow = Awaited<ReturnType<typeof readDocuments>>[number]

function readDocuments(db: Executor, ids: readonly number[]) {
  return db
    .selectFrom('invoiceDocument as d')
    .leftJoin('invoiceDocument as o', 'o.id', 'd.originalId')
    .selectAll('d')
    .select(['o.docNo as originalNo', 'o.issueDate as originalDate'])
    .where(sql<boolean>`d.id = any (${ids}::bigint[])`)
    .execute()
}

async function storedDocumentOf(
  document: DocumentRow,
  lines: readonly MessageLine[],
  termsOn: ReturnType<typeof createTermsReader>,
): Promise<StoredDocument> {
  const { docNo, issueDate, issuedAt } = document
  if (docNo === null || issueDate === null || issuedAt === null) throw new Error(`document ${document.id} was never issued`)
  const { seller, taxPercent } = await termsOn(issueDate)
  if (!seller) throw new Error(`no seller on ${issueDate}`)
  const customerNumber = document.companyNo ?? document.corporateNo
  const buyer = { taxNumber: document.taxNumber, name: document.buyerName, address: null, customerNumber }
  return {
    ...{ docNo, issueDate, issuedAt, seller, buyer, sourceNo: document.sourceNo },
    ...{ salesAmount: document.salesAmount, taxAmount: document.taxAmount, lines },
    randomNumber: document.randomNumber ?? '',
    taxPercent,
    original: { docNo: document.originalNo ?? '', issueDate: document.originalDate ?? '' },
    ...{ sellerId: seller.taxNumber, buyerId: buyer.taxNumber, voidedAt: document.voidedAt ?? issuedAt, reason: document.voidReason ?? '' },
  }
}

/** Lines by document. Quantities and prices are read as text with the stored digits, so that no float changes them. */
async function readLines(db: Executor, documentIds: readonly number[]): Promise<ReadonlyMap<number, readonly MessageLine[]>> {
  const { rows } = await sql<MessageLine & { readonly documentId: number }>`
    select document_id, description, amount, remark, trim_scale(quantity)::text as quantity, trim_scale(unit_price)::text as unit_price
    from invoice_line where document_id = any (${documentIds}::bigint[]) order by document_id, seq`.execute(db)
  return rowsBy(rows, 'documentId')
}
