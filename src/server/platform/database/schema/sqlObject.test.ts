import { describe, expect, it } from 'vitest'
import { inOrder, isBuiltOn, parseSqlObject } from './sqlObject.ts'

const view = (name: string, text: string) => parseSqlObject(`area/${name}.sql`, `create view ${name} as ${text};\n`)
const sum = parseSqlObject(
  'area/sum_of.sql',
  `-- Says; so.\ncreate function sum_of(a int, b int default 0) returns int language sql as $$\n  select a; -- and\n$$;\n`,
)

describe('a file', () => {
  it('a file is read with its object, however many semicolons its texts and bodies have', () => {
    expect(sum).toMatchObject({ name: 'sum_of', kind: 'function', target: 'routine sum_of', isBeforeTables: false })
    expect(sum.head).toBe('create function sum_of(a int, b int default 0) returns int language sql')
    expect(view('listing', `select 'a;b' as "text"`).target).toBe('view listing')
  })

  it('tells the table of its trigger', () => {
    const text =
      'create constraint trigger told after insert or update of on_hand on stock deferrable for each row execute function tell();'
    expect(parseSqlObject('told.sql', text)).toMatchObject({ kind: 'trigger', target: 'trigger told on stock', head: null })
  })

  it('a file has another checksum when its statement changes, not when its comment does', () => {
    const text = 'create view a as select 1 as one;'
    expect(parseSqlObject('a.sql', `-- New words.\n${text}`).checksum).toBe(parseSqlObject('a.sql', text).checksum)
    expect(parseSqlObject('a.sql', text.replace('1', '2')).checksum).not.toBe(parseSqlObject('a.sql', text).checksum)
  })

  it('a file may be made before the tables, with a reason', () => {
    const text = 'create function id() returns int language sql as $$ select 1 $$;'
    expect(parseSqlObject('id.sql', `-- before tables: ids come from it.\n${text}`).isBeforeTables).toBe(true)
  })

  it.each([
    ['two statements', 'a.sql', 'create view a as select 1; create view b as select 2;'],
    ['the name of another object', 'b.sql', 'create view a as select 1;'],
    ['a table', 'a.sql', 'create table a (id int);'],
    ['`or replace`', 'a.sql', 'create or replace view a as select 1;'],
    ['no end', 'a.sql', 'create view a as select 1'],
  ])('a file is refused with %s', (_, file, text) => {
    expect(() => parseSqlObject(file, text)).toThrow(file)
  })
})

describe('the order', () => {
  it('puts each object after those that its code names', () => {
    const objects = [
      view('outer_list', 'select * from inner_list'),
      view('inner_list', '\n-- Not from outer_list.\nselect sum_of(1) as n'),
      sum,
    ]
    expect(inOrder(objects).map(({ name }) => name)).toEqual(['sum_of', 'inner_list', 'outer_list'])
  })

  it('refuses a circle, and two objects with one name', () => {
    expect(() => inOrder([view('a', 'select * from b'), view('b', 'select * from a')])).toThrow('a > b > a')
    expect(() => inOrder([view('a', 'select 1'), view('a', 'select 2')])).toThrow('the name a')
  })
})

describe('what is built on another object', () => {
  const onList = (body: string, returned = 'int') =>
    parseSqlObject('f.sql', `create function f() returns ${returned} language sql as $$ ${body} $$;`)

  it('what is built on another object is a view that names it, and a function that has it in its head', () => {
    const dropped = new Set(['list'])
    expect(isBuiltOn(view('a', 'select * from list'), dropped)).toBe(true)
    expect(isBuiltOn(onList('select 1', 'setof list'), dropped)).toBe(true)
    expect(isBuiltOn(onList('select n from list'), dropped)).toBe(false)
    expect(isBuiltOn(view('list', 'select 1'), dropped)).toBe(false)
  })
})
