import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ActivityWorld, activities, forList } from './activityWorld.ts'
import type { Row } from './rows.ts'

let world: ActivityWorld

beforeAll(async () => {
  world = await ActivityWorld.open()
})
afterAll(() => world.server.close())

describe('the list of members', () => {
  it('comes whole or not at all, with every fault of every row', async () => {
    const row = await world.create(forList)
    const [one = '', two = ''] = await world.memberNos(2)
    const closed = await world.server.app.db
      .selectFrom('member')
      .select('memberNo')
      .where('status', '=', '1')
      .orderBy('memberNo', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    await sql`update member set status = '3' where member_no = ${closed.memberNo}`.execute(world.server.database.db)
    const answer = await world.importList(row, [
      ['會員編號', '贈送點數'],
      [one, 10],
      [one, 20],
      ['889999999999', null],
      [closed.memberNo, 5],
      ['12', 'x'],
      [two, 0],
      [null, 3],
    ])
    await sql`update member set status = '1' where member_no = ${closed.memberNo}`.execute(world.server.database.db)
    expect([answer.statusCode, answer.headers['x-error-code']]).toEqual([400, 'M17'])
    expect(answer.body.split('\n')).toEqual([
      '匯入失敗，請修正下列錯誤：',
      '第 3 列：會員編號與第 2 列重複',
      '第 4 列：會員不存在，請確認會員編號',
      '第 5 列：會員已註銷，請自名單移除',
      '第 6 列：會員編號 格式錯誤，請填 88 開頭的 12 位數字；贈送點數 格式錯誤，請填 1 以上的整數',
      '第 7 列：贈送點數 格式錯誤，請填 1 以上的整數',
      '第 8 列：會員編號 必填',
    ])
    expect((await world.read(row.id)).memberCount).toBe(0)
    expect(
      (
        await world.importList(row, [
          ['會員編號', '贈送點數'],
          [one, 10],
          [two, null],
        ])
      ).statusCode,
    ).toBe(200)
    expect((await world.read(row.id)).memberCount).toBe(2)
    const listed = (await world.people.mkt01.get(`${activities}/${row.id}/children/members/0/25`)).json<{ rows: Row[] }>().rows
    expect(listed.map(({ points }) => points)).toEqual([100, 10])
    expect(listed.every(({ memberNo }) => String(memberNo).includes('*'))).toBe(true)
    expect((await world.historyOf(row)).at(-1)).toMatchObject({ fieldName: '名單人數', oldValue: '0', newValue: '2' })
  })

  it('belongs to drafts that need one, and who brought it does not decide on it', async () => {
    const [one = ''] = await world.memberNos(1)
    expect((await world.importList(await world.create(), [['會員編號'], [one]])).statusCode).toBe(409)
    const row = await world.create({ memberScope: '3' })
    expect(
      (
        await world.importList(row, [
          ['會員編號', '贈送點數'],
          [one, 5],
        ])
      ).body,
    ).toContain('請留空')
    expect((await world.importList(row, [['會員編號'], [one]], { session: world.people.ops01 })).statusCode).toBe(403)
    expect((await world.importList(row, [['會員編號'], [one]], { session: world.both })).statusCode).toBe(200)
    expect((await world.step(world.people.mkt01, row, 'submit')).statusCode).toBe(200)
    expect((await world.decide(world.both, row, 'approve')).body).toBe('審核人員不可與申請人員相同。')
    expect((await world.importList(row, [['會員編號'], [one]])).statusCode).toBe(409)
  })

  it('holds 50,000 rows and refuses one more', async () => {
    const row = await world.create({ memberScope: '3' })
    await sql`
      insert into member (member_no, mobile, member_name, registered_at)
      select '88' || lpad((7000000000 + n)::text, 10, '0'), '09' || lpad((70000000 + n)::text, 8, '0'), '名單', now()
      from generate_series(1, 50001) n`.execute(world.server.database.db)
    const lines = (count: number) => [['會員編號'], ...Array.from({ length: count }, (_, n) => [`88${7_000_000_001 + n}`])]
    expect((await world.importList(row, lines(50_001))).statusCode).toBe(400)
    expect((await world.importList(row, lines(50_000))).statusCode).toBe(200)
    expect((await world.read(row.id)).memberCount).toBe(50_000)
    await sql`delete from activity_member where activity_id = ${row.id}`.execute(world.server.database.db)
    await sql`delete from member where member_no >= '887000000000'`.execute(world.server.database.db)
  }, 120_000)
})
