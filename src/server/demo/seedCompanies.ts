import { addDays, addMonths } from '../../rules/dates.ts'
import type { RecordValues, StoredRecord } from '../records/hooks.ts'
import { companyWithPendingChange, type DemoCompany, demoCompanies, demoGroup } from './companies.ts'
import { createAddress, taxNumbers } from './people.ts'
import { seedRewards } from './seedRewards.ts'
import { seedStores } from './seedStores.ts'
import { type DemoWorld, daysBefore, recordsOf, staff } from './world.ts'

/** Tax ID number of the first company; the others follow in order. */
const firstTaxNumber = 101

/** Seeds companies with outlets, settings, group and history, by the steps that users would take. */
export async function seedCompanies(world: DemoWorld): Promise<void> {
  await startNumbersAt(world, 'company', 900)
  const numbers = taxNumbers(firstTaxNumber)
  const created = new Map<string, StoredRecord>()
  for (const [index, company] of demoCompanies.entries()) {
    const taxNumber = numbers.next().value
    if (taxNumber === undefined) throw new Error('no tax ID left for the demo data')
    created.set(company.companyNo, await seedCompany(world, { company, taxNumber, index }))
  }
  await seedGroup(world, created)
  await changeSome(world, created)
}

/** Moves a number series past numbers that were given by hand, so that none is given twice. */
async function startNumbersAt({ trx }: DemoWorld, series: string, lastNumber: number): Promise<void> {
  await trx.insertInto('numberSeries').values({ series, period: '', lastNumber }).execute()
}

interface CompanyToSeed {
  readonly company: DemoCompany
  readonly taxNumber: string
  /** Its place among the companies: later ones began later. */
  readonly index: number
}

export async function seedCompany(world: DemoWorld, { company, taxNumber, index }: CompanyToSeed): Promise<StoredRecord> {
  // Companies in an unfinished state are recent, so that the logs of the last days have rows; the others are old.
  const isYoung = company.fate === 'draft' || company.fate === 'waiting' || company.fate === 'rejected'
  const startedDaysAgo = isYoung ? 6 : 420 - index * 5
  const maker = recordsOf(world, 'company', index % 2 === 0 ? 'ops01' : 'ops02', daysBefore(world, startedDaysAgo))
  const draft = await maker.create(companyValues(world, company, taxNumber))
  await seedStores(world, company, startedDaysAgo)
  if (company.stores > 0) await seedRewards(world, company, startedDaysAgo)
  return company.fate === 'draft' ? draft : bringTo(world, company, draft, startedDaysAgo)
}

async function bringTo(world: DemoWorld, company: DemoCompany, draft: StoredRecord, startedDaysAgo: number): Promise<StoredRecord> {
  const maker = recordsOf(world, 'company', 'ops01', daysBefore(world, startedDaysAgo - 2, 11))
  const checker = recordsOf(world, 'company', 'fm01', daysBefore(world, startedDaysAgo - 3, 15))
  const submitted = await maker.transition(draft, 'submit')
  if (company.fate === 'waiting') return submitted
  if (company.fate === 'rejected') return checker.transition(submitted, 'reject', { rejectReason: '合約影本缺漏用印頁，請補件後重送。' })
  const approved = await checker.transition(submitted, 'approve')
  const lately = recordsOf(world, 'company', 'fm01', daysBefore(world, 3, 14))
  if (company.fate === 'suspended') return lately.transition(approved, 'suspend', { reason: '門市系統更新，應特約商要求暫停。' })
  if (company.fate !== 'terminated') return approved
  const terminateDate = addDays(world.asOf, -3)
  return lately.transition(approved, 'terminate', { terminateDate, reason: '雙方合意提前終止。' })
}

function companyValues(world: DemoWorld, company: DemoCompany, taxNumber: string): RecordValues {
  const { random, contacts, asOf } = world
  const companyName = `${company.shortName}${company.legalForm}`
  const firstOfMonth = `${asOf.slice(0, 7)}-01`
  return {
    companyNo: company.companyNo,
    companyName,
    companyShortName: company.shortName,
    taxNumber,
    companyType: company.companyType,
    ...settlementValues(company),
    responsiblePerson: contacts.name(),
    contactName: contacts.name(),
    contactPhone: contacts.mobile(),
    contactEmail: contacts.email(),
    financeContactName: contacts.name(),
    financePhone: contacts.landline(),
    financeEmail: contacts.email(),
    ...createAddress(random),
    invoiceTitle: companyName,
    contractNo: `CT${company.companyNo.slice(1)}`,
    contractStartDate: addMonths(firstOfMonth, -15),
    contractEndDate: addDays(addMonths(firstOfMonth, 21), -1),
    apUnitPrice: (100 - random.integer(0, 10)) / 100,
    dpUnitPrice: 1,
    dpProcFeeRate: random.integer(4, 12) / 4,
    minRedeemPoints: random.pick([1, 10, 50]),
    redeemStep: random.pick([1, 10]),
    maxRedeemRatio: random.pick([30, 50, 100]),
    paymentTermDays: random.pick([30, 45, 60]),
    bankCode: random.pick(['004', '012', '013', '808', '812', '822']),
    bankBranch: String(random.integer(100, 9999)).padStart(4, '0'),
    bankAccount: String(random.integer(10_000_000, 99_999_999)) + String(random.integer(1000, 9999)),
    remark: '示範資料',
  }
}

function settlementValues({ kind }: DemoCompany): RecordValues {
  switch (kind) {
    case 'monthly':
      return { settlementMode: '1', isPayer: false, allowIssue: true, allowRedeem: true }
    case 'prepaid':
      return { settlementMode: '2', isPayer: false, allowIssue: true, allowRedeem: true, prepaidAlertPoints: 50_000 }
    case 'payer':
      return { settlementMode: '3', isPayer: true, paygCycle: '4', cycleDay: 15, bankStream: true, allowIssue: false, allowRedeem: true }
    case 'cardPayer':
      return { settlementMode: '3', isPayer: true, paygCycle: '2', allowIssue: false, allowRedeem: false }
  }
}

async function seedGroup(world: DemoWorld, companies: ReadonlyMap<string, StoredRecord>): Promise<void> {
  const joinDate = addMonths(`${world.asOf.slice(0, 7)}-01`, -14)
  const [parentCompanyNo] = demoGroup.members
  await recordsOf(world, 'companyGroup', 'ops01', daysBefore(world, 300)).create({
    companyGroupName: demoGroup.name,
    parentCompanyNo,
    combineDiscount: true,
    members: demoGroup.members.map((companyNo) => ({ companyNo, joinDate })),
    status: '1',
  })
  const parent = companies.get(parentCompanyNo)
  if (parent) await recordsOf(world, 'company', 'ops01', daysBefore(world, 299)).update(parent, { groupView: true })
}

/** Recent changes: one that took effect at once, and a price change that waits for approval. */
async function changeSome(world: DemoWorld, companies: ReadonlyMap<string, StoredRecord>): Promise<void> {
  const first = companies.get('C000101')
  if (first) {
    const contactPhone = world.contacts.mobile()
    await recordsOf(world, 'company', 'ops02', daysBefore(world, 2, 9)).update(first, { contactName: world.contacts.name(), contactPhone })
  }
  const pending = companies.get(companyWithPendingChange)
  const screen = world.app.documents.screen('/_company/companies')
  if (!pending || !screen) return
  // A change is only held back for approval when it comes through a screen, so this call does what a maker does on the screen.
  const actor = { ...staff('ops01'), permissions: new Set(['company.companies.edit']) }
  const call = { actor, screen, entity: 'company', now: daysBefore(world, 1, 16), db: world.trx, afterCommit: () => undefined }
  await world.app.records.update(call, pending.id, pending.rowVersion, {
    apUnitPrice: Math.round(Number(pending.apUnitPrice) * 100 - 3) / 100,
    paymentTermDays: 45 + (pending.paymentTermDays === 45 ? 15 : 0),
    effectiveDate: addDays(world.asOf, 14),
  })
}
