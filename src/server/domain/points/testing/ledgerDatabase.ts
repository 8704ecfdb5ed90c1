import { sql } from 'kysely'
import { migrate } from '../../../platform/database/migrate.ts'
import type { Database, Executor } from '../../../platform/database/tables.ts'
import { type MemoryDatabase, openMemoryDatabase } from '../../../records/testing/memoryDatabase.ts'
import { memberNoOf } from '../members.ts'

export interface TestCompany {
  readonly companyNo: string
  readonly settlementMode?: '1' | '2' | '3'
  readonly paygCycle?: '1' | '2' | '3' | '4'
  readonly cycleDay?: number
  readonly bankStream?: boolean
  readonly apUnitPrice?: number
  readonly dpUnitPrice?: number
}

/** A company with what the ledger reads; the rest as the table demands. */
export async function insertCompany(db: Executor, company: TestCompany): Promise<void> {
  const { companyNo, paygCycle = null, cycleDay = null, bankStream = null } = company
  await sql`
    insert into company (company_no, company_name, company_short_name, tax_number, company_type, settlement_mode, is_payer, payg_cycle,
      cycle_day, bank_stream, responsible_person, contact_name, contact_phone, contact_email, finance_contact_name, finance_phone,
      finance_email, city_code, district_code, zip_code, address, invoice_title, contract_no, contract_start_date, contract_end_date,
      contract_status, allow_issue, allow_redeem, ap_unit_price, dp_unit_price, dp_proc_fee_rate, min_redeem_points, redeem_step,
      max_redeem_ratio, payment_term_days, bank_code, bank_branch, bank_account)
    values (${companyNo}, ${companyNo}, ${companyNo}, '00099992', '1', ${company.settlementMode ?? '1'}, ${paygCycle !== null}, ${paygCycle},
      ${cycleDay}, ${bankStream}, '王', '王', '0223456789', 'a@example.com', '王', '0223456789', 'a@example.com', 'A', 'A1', '100', '路', '抬頭',
      ${companyNo}, '2024-01-01', '2034-12-31', '3', true, true, ${company.apUnitPrice ?? 1.05}, ${company.dpUnitPrice ?? 1}, 1.5, 1, 1, 100,
      30, '004', '0001', '1')`.execute(db)
}

/** Registers members 1 to `count` at once; returns their numbers. */
export async function insertMembers(db: Executor, count: number): Promise<readonly string[]> {
  const numbers = Array.from({ length: count }, (_, index) => memberNoOf(index + 1))
  const rows = numbers.map((memberNo, index) => memberRow(memberNo, index))
  for (let start = 0; start < rows.length; start += rowsOfStatement) {
    await db
      .insertInto('member')
      .values(rows.slice(start, start + rowsOfStatement))
      .execute()
  }
  return numbers
}

/** Rows of a member in one statement, which has 65,535 parameters at most. */
const rowsOfStatement = 1000

function memberRow(memberNo: string, index: number) {
  return {
    memberNo,
    mobile: `09${String(index).padStart(8, '0')}`,
    memberName: '王小明',
    birthday: null,
    email: null,
    gender: null,
    statusReason: null,
    consentVersion: '1',
    platformNo: null,
    registeredAt: new Date('2025-01-01T00:00:00Z'),
    createdBy: '測試',
    updatedBy: null,
    updatedAt: null,
  }
}

/** A migrated database in memory, without companies and members. */
export const openLedgerDatabase = (): Promise<MemoryDatabase> => openMemoryDatabase(migrateAll)

async function migrateAll(db: Database): Promise<void> {
  await migrate(db)
}
