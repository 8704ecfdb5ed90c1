import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { userType } from '../../rules/codes.generated.ts'
import { addDays, startOfTaipeiDate } from '../../rules/dates.ts'
import { json } from '../platform/database/json.ts'
import type { Database, Trx } from '../platform/database/tables.ts'
import { transact } from '../platform/database/transact.ts'
import { type DemoAccount, demoAccounts, demoPassword } from './demoAccounts.ts'
import { createPasswordHasher, type PasswordHasher } from './passwords/passwordHasher.ts'
import { storePassword } from './passwords/passwordStore.ts'
import { createTemporaryPassword } from './passwords/temporaryPassword.ts'
import { systemAdministratorRole } from './permissions/defaultRoles.ts'
import { seedRoles } from './permissions/seedRoles.ts'

export interface SeedAccountsOptions {
  readonly demo: boolean
  /** Day for which the demo data is made, YYYY-MM-DD. All times are offsets from it. */
  readonly asOf: string
}

export interface SeededAccounts {
  /** Names of the accounts created by this call. */
  readonly userNames: readonly string[]
  /**
   * The administrator's initial password, except in demo mode. It is shown once and stored nowhere. Null when there was an administrator
   * already.
   */
  readonly administratorPassword: string | null
}

/**
 * Creates the accounts of a new installation (domain 10): in demo mode all demo accounts with their known passwords, otherwise only `admin`
 * with a random password that has to be changed at the first sign-in. Companies must exist before their users. May be repeated.
 */
export async function seedAccounts(app: Pick<FastifyInstance, 'db'>, options: SeedAccountsOptions): Promise<SeededAccounts> {
  const hasher = createPasswordHasher()
  return options.demo ? seedDemoAccounts(app.db, hasher, options.asOf) : seedAdministrator(app.db, hasher, options.asOf)
}

async function seedDemoAccounts(db: Database, hasher: PasswordHasher, asOf: string): Promise<SeededAccounts> {
  const missing = await findMissing(db)
  const groupParent = await findGroupParent(db)
  const prepared: PreparedAccount[] = []
  for (const account of missing) {
    const companyNo = account.company === 'groupParent' ? groupParent : (account.company ?? null)
    // A merchant user needs a company, so an installation without companies gets no merchant accounts.
    if (account.userType === userType.merchant && companyNo === null) continue
    prepared.push({ account, companyNo, passwordHash: await hasher.hash(demoPassword(account.userName)), isTemporary: false })
  }
  await write(db, prepared, asOf)
  return { userNames: prepared.map(({ account }) => account.userName), administratorPassword: null }
}

async function seedAdministrator(db: Database, hasher: PasswordHasher, asOf: string): Promise<SeededAccounts> {
  const account = demoAccounts.find(({ roleCode }) => roleCode === systemAdministratorRole)
  if (!account || (await hasAdministrator(db))) return { userNames: [], administratorPassword: null }
  const password = createTemporaryPassword()
  await write(db, [{ account, companyNo: null, passwordHash: await hasher.hash(password), isTemporary: true }], asOf)
  return { userNames: [account.userName], administratorPassword: password }
}

interface PreparedAccount {
  readonly account: DemoAccount
  readonly companyNo: string | null
  readonly passwordHash: string
  readonly isTemporary: boolean
}

function write(db: Database, prepared: readonly PreparedAccount[], asOf: string): Promise<void> {
  return transact(db, async (trx) => {
    await seedRoles(trx)
    for (const entry of prepared) await writeAccount(trx, entry, asOf)
  })
}

async function writeAccount(trx: Trx, { account, companyNo, passwordHash, isTemporary }: PreparedAccount, asOf: string): Promise<void> {
  const id = idOf(account.userName)
  const now = startOfTaipeiDate(asOf)
  await trx
    .insertInto('appUser')
    .values({
      id,
      userName: account.userName,
      fullName: account.fullName,
      email: account.userName.includes('@') ? account.userName : `${account.userName}@example.com`,
      phoneNumber: null,
      jobTitle: account.jobTitle,
      userType: account.userType,
      companyNo,
      corporateNo: account.corporateNo ?? null,
      rewardPointId: null,
      roles: json([account.roleCode]),
      status: account.isLocked ? '2' : '1',
      lockedUntil: null,
      lastLoginAt: isTemporary ? null : startOfTaipeiDate(addDays(asOf, -account.lastLoginDaysAgo)),
      passwordHash: null,
      passwordChangedAt: null,
      limitDate: null,
      deletedAt: null,
      createdBy: '系統',
      createdAt: now,
      updatedBy: null,
      updatedAt: null,
    })
    .execute()
  await storePassword(trx, { userId: id, passwordHash, isTemporary, now })
}

/** An id derived from the account name, so that demo data does not differ between runs. 48 bits, like random ids. */
function idOf(userName: string): number {
  return createHash('sha256').update(`account:${userName}`).digest().readUIntBE(0, 6)
}

async function findMissing(db: Database): Promise<readonly DemoAccount[]> {
  const present = await db.selectFrom('appUser').select('userName').execute()
  const names = new Set(present.map((row) => row.userName.toLowerCase()))
  return demoAccounts.filter(({ userName }) => !names.has(userName))
}

async function findGroupParent(db: Database): Promise<string | null> {
  const { rows } = await sql<{ companyNo: string }>`
    select c.company_no from company c
    where exists (select 1 from company_group g where g.parent_company_no = c.company_no)
    order by c.group_view desc, c.company_no limit 1`.execute(db)
  return rows[0]?.companyNo ?? null
}

async function hasAdministrator(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select 1 from app_user
    where deleted_at is null and roles @> ${JSON.stringify(systemAdministratorRole)}::jsonb limit 1`.execute(db)
  return rows.length > 0
}
