import { sql } from 'kysely'
import { readConfig } from '../../src/server/platform/config.ts'
import { openDatabase } from '../../src/server/platform/database/open.ts'
import { transact } from '../../src/server/platform/database/transact.ts'

/**
 * Writes numbered rows in one transaction each until it is killed, and prints each number after its COMMIT was acknowledged. First it
 * prints the existing rows: `found <rows> <highest number> <rows by index>`.
 */
async function writeUntilKilled(): Promise<void> {
  const { db } = await openDatabase(readConfig(process.env))
  await sql`create table if not exists numbered_write (number bigint primary key, payload text not null)`.execute(db)
  const { rows } = await sql<{ count: number; highest: number; listed: number }>`
    select count(*), coalesce(max(number), 0) as highest,
      (select count(*) from (select number from numbered_write order by number) as by_index) as listed
    from numbered_write`.execute(db)
  const found = rows[0] ?? { count: 0, highest: 0, listed: 0 }
  process.stdout.write(`found ${found.count} ${found.highest} ${found.listed}\n`)
  for (let number = found.highest + 1; ; number += 1) {
    await transact(db, async (trx) => {
      await sql`insert into numbered_write (number, payload) values (${number}, ${'x'.repeat(number % 4000)})`.execute(trx)
    })
    process.stdout.write(`${number}\n`)
  }
}

await writeUntilKilled()
