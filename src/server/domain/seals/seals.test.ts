import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/database/tables.ts'
import { ledger } from '../points/ledger.ts'
import { insertCompany, insertMembers, openLedgerDatabase } from '../points/testing/ledgerDatabase.ts'
import { contextOn, plainRule } from '../points/testing/postingContexts.ts'
import { verifyLedger } from '../points/verify/verifyLedger.ts'
import { anchorDay } from './anchor.ts'
import { type Seal, sealAll } from './seal.ts'
import { Sealer } from './sealer.ts'
import { anchorCode, keyIdOf, macOf, parseAnchorCode } from './sealText.ts'
import { verifySeals } from './verifySeals.ts'

const key = Buffer.alloc(32, 7)
const now = new Date('2025-01-20T03:00:00Z')
let db: Database
let close: () => Promise<void>
let memberNo: string
/** Of the state that every test begins with. */
let paper: string

/** Three seals: two rows of the audit and a posting each. */
beforeAll(async () => {
  ;({ db, close } = await openLedgerDatabase())
  await insertCompany(db, { companyNo: 'C000101' })
  ;[memberNo = ''] = await insertMembers(db, 1)
  let last: Seal | null = null
  for (let round = 1; round <= 3; round += 1) {
    await act(round)
    last = await sealAll(db, key, now)
  }
  paper = anchorCode(last?.sealNo ?? 0, last?.mac ?? '')
}, 180_000)
afterAll(() => close())

async function act(round: number): Promise<void> {
  await logAction(`round ${round} a`)
  await logAction(`round ${round} b`)
  const context = { ...contextOn('2025-01-10'), source: { work: 'TEST', workId: String(round) } }
  await ledger.run(db, (trx) => ledger.issue(trx, { context, memberNo, amount: 1000 * round, rule: plainRule }))
}

async function logAction(action: string): Promise<void> {
  await sql`insert into user_action_log (user_name, full_name, user_action_type, action) values ('ops01', '王', '4', ${action})`.execute(db)
}

/** Ids of all that is broken after `work`, which is taken back. */
async function brokenAfter(work: (trx: Database) => Promise<unknown>, anchors: readonly string[] = []): Promise<readonly string[]> {
  let broken: readonly string[] = []
  await db
    .transaction()
    .execute(async (trx) => {
      await work(trx)
      const results = [...(await verifyLedger(trx)), ...(await verifySeals(trx, { key, anchors }))]
      broken = results.filter((result) => result.violations > 0).map((result) => result.id)
      throw new Error('taken back')
    })
    .catch((error: Error) => {
      if (error.message !== 'taken back') throw error
    })
  return broken
}

const tables = ['user_action_log', 'audit_link', 'audit_seal', 'audit_seal_head', 'audit_anchor', 'point_transaction', 'point_entry']
/** As somebody would do it who has the rights of the owner, knows of the guards and puts them back. */
const unseen =
  (...statements: readonly string[]) =>
  async (trx: Database) => {
    for (const table of tables) await sql.raw(`alter table ${table} disable trigger all`).execute(trx)
    for (const statement of statements) await sql.raw(statement).execute(trx)
    for (const table of tables) await sql.raw(`alter table ${table} enable trigger all`).execute(trx)
  }

/** Computes every link of the audit anew over the rows that are there, as the triggers would have: all that is in the database fits again. */
const recomputeAudit = `
  do $$
  declare line record; seq_now bigint := 0; hash_now bytea;
  begin
    delete from audit_link;
    for line in select 'user_action_log' as table_name, l.id, user_action_log_text(l) as content from user_action_log l order by l.action loop
      seq_now := seq_now + 1;
      hash_now := audit_hash(hash_now, line.table_name, line.content);
      insert into audit_link select min(id), seq_now, line.table_name, line.id, 0, hash_now from audit_chain;
    end loop;
    update audit_chain set link_count = seq_now, last_hash = hash_now;
  end $$`

/** The same for the ledger: one chain after the other. */
const recomputeLedger = `
  do $$
  declare t point_transaction; hash_before bytea;
  begin
    for t in select * from point_transaction order by chain_account_id, chain_seq loop
      if t.chain_seq = 1 then hash_before := null; end if;
      hash_before := ledger_link(hash_before, ledger_digest(ledger_transaction_text(t),
        (select string_agg(ledger_entry_text(e), E'\\n' order by e.line_no) from point_entry e where e.transaction_id = t.id)));
      update point_transaction set chain_hash = hash_before where id = t.id;
      update point_account set chain_hash = hash_before where id = t.chain_account_id and chain_seq = t.chain_seq;
    end loop;
  end $$`

const change = `update user_action_log set action = 'never done' where action = 'round 2 a'`
const changePosting = `update point_transaction set remark = 'x' where amount = 2000`

describe('what is sealed', () => {
  it('what is sealed is sound, however often it is looked at; a moment without rows makes no seal', async () => {
    expect(await brokenAfter(async () => undefined, [paper])).toEqual([])
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit_seal`.execute(db)
    expect(rows[0]?.count).toBe(3)
    expect((await sealAll(db, key, now))?.sealNo).toBe(3)
  })

  it('says how many rows of both kinds it holds', async () => {
    const { rows } = await sql`
      select audit_total, ledger_total from audit_seal order by seal_no desc limit 1`.execute(db)
    const counts = await sql<{ audit: number; ledger: number }>`
      select (select count(*) from audit_link) as audit, (select count(*) from point_transaction) as ledger`.execute(db)
    expect(rows).toEqual([{ auditTotal: counts.rows[0]?.audit, ledgerTotal: counts.rows[0]?.ledger }])
  })
})

describe('somebody with the rights of the owner of the database', () => {
  it('twin: changes a row, computes the whole chain anew, and nothing that is in the database tells', async () => {
    const ids = await brokenAfter(unseen(change, recomputeAudit))
    expect(ids.filter((id) => !id.startsWith('S'))).toEqual([])
    const ledgerIds = await brokenAfter(unseen(changePosting, recomputeLedger))
    expect(ledgerIds.filter((id) => !id.startsWith('S'))).toEqual([])
  })

  it.each<[string, readonly string[], readonly string[]]>([
    ['a change of an audit row with all links computed anew', [change, recomputeAudit], ['S2']],
    ['a removed audit row', [`delete from user_action_log where action = 'round 2 a'`, recomputeAudit], ['S2']],
    [
      'a row slipped in between',
      [`insert into user_action_log (user_name, full_name, user_action_type, action) values ('x', 'x', '4', 'round 1 aa')`, recomputeAudit],
      ['S2'],
    ],
    [
      'two rows in another order',
      [
        `update user_action_log set action = case action when 'round 1 a' then 'round 1 b' else 'round 1 a' end where action like 'round 1 %'`,
        recomputeAudit,
      ],
      ['S2'],
    ],
    ['the audit cut at its end', [`delete from user_action_log where action like 'round 3 %'`, recomputeAudit], ['S2']],
    ['a change of a posting with all links computed anew', [changePosting, recomputeLedger], ['S3']],
    [
      'the ledger cut at its end',
      [
        'delete from point_entry where transaction_id = (select max(id) from point_transaction)',
        'delete from point_transaction where id = (select max(id) from point_transaction)',
      ],
      ['S3'],
    ],
    ['a posting under a number that was passed over', [`update point_transaction set id = id - 4096 * 100 where amount = 3000`], ['S3']],
    ['a changed seal', ['update audit_seal set ledger_total = 9 where seal_no = 2'], ['S1']],
    ['a removed seal', ['delete from audit_seal_head where seal_no = 2', 'delete from audit_seal where seal_no = 2'], ['S1']],
    ['a seal without its heads', ['delete from audit_seal_head where seal_no = 2'], ['S1']],
  ])('somebody with the rights of the owner of the database is found by the seals: %s', async (_case, statements, expected) => {
    expect(await brokenAfter(unseen(...statements))).toEqual(expect.arrayContaining([...expected]))
  })

  it('somebody with the rights of the owner of the database is found with a key of its own making', async () => {
    const own = Buffer.alloc(32, 8)
    const results = await brokenAfter(async (trx) => {
      await unseen('delete from audit_seal_head', 'delete from audit_seal')(trx)
      const content = { ...emptySeal, keyId: keyIdOf(own) }
      const mac = macOf(own, '', content)
      await sql`
        insert into audit_seal values (1, ${now}, ${content.keyId}, 0, 0, '{}', 0, decode(${content.numbersDigest}, 'hex'), 0, decode(${mac}, 'hex'))`.execute(
        trx,
      )
    })
    expect(results).toContain('S1')
  })

  it('somebody with the rights of the owner of the database is found by paper where the last seals went together with what is under them', async () => {
    const cut = unseen(
      `delete from user_action_log where action like 'round 3 %'`,
      'delete from audit_seal_head where seal_no = 3',
      'delete from audit_seal where seal_no = 3',
      `delete from audit_link where row_id not in (select id from user_action_log)`,
      `update audit_chain c set (link_count, last_hash) = (select l.seq, l.hash from audit_link l where l.chain_id = c.id order by seq desc limit 1)`,
    )
    const without = await brokenAfter(cut)
    expect(without.filter((id) => id !== 'S3')).toEqual([])
    expect(await brokenAfter(cut, [paper])).toContain('S4')
    expect(await brokenAfter(cut, ['1-0000-0000-0000-0000-0000-0000'])).toContain('S4')
  })
})

const emptySeal = {
  ...{ sealNo: 1, sealedAt: now, auditTotal: 0, ledgerTotal: 0, numbers: '{}', numberCount: 0, sealedTo: 0, heads: [] },
  numbersDigest: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
}

describe('the key', () => {
  it('the key is demanded as soon as there are seals', async () => {
    const [first] = await verifySeals(db, { key: null })
    expect(first).toMatchObject({ id: 'S1', violations: 1, places: ['缺少密鑰 SECRET_AUDIT_SEAL，無法檢核封條'] })
  })

  it('stands nowhere in the database', async () => {
    const { rows } = await sql<{ text: string }>`select coalesce(string_agg(s::text, ''), '') as text from audit_seal s`.execute(db)
    expect(rows[0]?.text).not.toContain(key.toString('hex'))
  })
})

describe('an anchor', () => {
  it('an anchor is written once a day, shown and mailed to the address of the parameter', async () => {
    const written: string[] = []
    const mails: string[] = []
    const services = {
      db,
      activity: { writeWith: async (_trx: unknown, entry: { message: string }) => void written.push(entry.message) },
      enqueueMail: async (_trx: unknown, mail: { to: string; text: string }) => void mails.push(`${mail.to} ${mail.text}`),
    }
    await sql`
      insert into code_table (category, code, name, value_type, value, effective_from, is_enabled, display_order)
      values ('1', 'AUDIT.ANCHOR_EMAIL', '收件信箱', '1', 'audit@example.com', '2020-01-01', true, 1)
      on conflict do nothing`.execute(db)
    const anchor = await anchorDay(services, now)
    expect(anchor).toMatchObject({ day: '2025-01-19', code: paper })
    expect(await anchorDay(services, now)).toBeNull()
    expect(written).toEqual([expect.stringContaining(paper)])
    expect(mails).toEqual([expect.stringContaining(paper)])
    expect(mails[0]).toContain('audit@example.com')
    expect(await brokenAfter(async () => undefined, [paper])).toEqual([])
    expect(await brokenAfter(unseen(`update audit_anchor set code = 'x'`))).toEqual(['S4'])
  })

  it('an anchor is read as it is typed', () => {
    expect(parseAnchorCode(` ${paper.toUpperCase()} `)).toEqual({ sealNo: 3, digits: paper.slice(2).replaceAll('-', '') })
    for (const wrong of ['', '3', '3-abcd', `${paper}-ffff`, paper.replace(/.$/, 'g')]) expect(parseAnchorCode(wrong)).toBeNull()
  })
})

describe('a server that runs', () => {
  it('sees within a minute that its last seal is gone, says so and seals no more', async () => {
    const lost: number[] = []
    const failures: unknown[] = []
    const seals = { db, key, clock: { now: () => now }, onFailure: (error: unknown) => failures.push(error) }
    const sealer = new Sealer({ ...seals, onLost: ({ sealNo }) => lost.push(sealNo) })
    await logAction('round 4')
    expect(await sealer.seal()).toMatchObject({ sealNo: 4 })
    await unseen('delete from audit_seal_head where seal_no = 4', 'delete from audit_seal where seal_no = 4')(db)
    expect(await sealer.seal()).toBeNull()
    expect(await sealer.seal()).toBeNull()
    expect(lost).toEqual([4])
    // What was sealed before is sealed again by the next server.
    expect(await sealAll(db, key, now)).toMatchObject({ sealNo: 4 })
  })
})

describe('postings that are committed out of the order of their numbers', () => {
  it('postings that are committed out of the order of their numbers are sealed when they come', async () => {
    // A number is passed over as if its transaction were still open.
    const { rows } = await sql<{ number: number }>`select nextval('ledger_posting') as number`.execute(db)
    await act(5)
    await sealAll(db, key, now)
    // It comes: the last number, which is not used, is set back to it.
    const { rows: after } = await sql<{ last: number }>`select last_value as last from ledger_posting`.execute(db)
    await sql`select setval('ledger_posting', ${rows[0]?.number ?? 0}, false)`.execute(db)
    await act(6)
    await sql`select setval('ledger_posting', ${after[0]?.last ?? 0})`.execute(db)
    expect(await brokenAfter(async () => undefined)).toEqual([])
    await sealAll(db, key, now)
    const sealed = await sql<{ numbers: string; total: number }>`
      select number_count as total, numbers::text as numbers from audit_seal order by seal_no desc limit 1`.execute(db)
    expect(sealed.rows[0]?.total).toBe(1)
    expect(await brokenAfter(async () => undefined)).toEqual([])
    expect(await brokenAfter(unseen(`update point_transaction set remark = 'x' where amount = 6000`, recomputeLedger))).toContain('S3')
  })

  it('postings that are committed out of the order of their numbers are no postings any more when they come after hours', async () => {
    const { rows } = await sql<{ number: number }>`select nextval('ledger_posting') as number`.execute(db)
    await act(7)
    const evening = new Date(now.getTime() + 10 * 3_600_000)
    await sealAll(db, key, new Date(now.getTime() + 3_600_000))
    await act(8)
    await sealAll(db, key, evening)
    expect(await brokenAfter(async () => undefined)).toEqual([])
    await sql`select setval('ledger_posting', ${rows[0]?.number ?? 0}, false)`.execute(db)
    await act(9)
    expect(await brokenAfter(async () => undefined)).toEqual(['S3'])
  })
})
