import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'

/** Files that compare one or two digits in quotes which are not codes of a dictionary, with the reason. */
const digits: Readonly<Record<string, string>> = {
  'src/rules/taxNumber.ts': 'digits of a tax ID',
  'src/rules/scanCodes.ts': 'modules of a bar code',
  'src/server/platform/environment.ts': 'switches of the environment',
  'src/server/domain/points/members.ts': 'the states of a card of a member, which have no dictionary',
}

/** Code of the product that runs. Published tables repeat the documents and are checked against them elsewhere. */
const isChecked = (file: string) =>
  /\.tsx?$/.test(file) && !/\.(test|generated)\.tsx?$|\/testing\/|testing\.tsx?$|publishedTables\.ts$|testScreens\.ts$/.test(file)

const comparisons = [
  /(?:[=!]==|\bcase) '\d{1,2}'/,
  /'\d{1,2}' [=!]==/,
  // In the query builder: where('status', '=', '3').
  /'(?:=|<>|!=|in|not in|is distinct from)', \[?'\d{1,2}'/,
  /'\d{1,2}'\]\.includes\(|\.includes\('\d{1,2}'\)/,
  // A constant for a code, defined in one file.
  /\bconst \w+(?:: \w+)? = '\d{1,2}'(?: as const)?$/,
]

/** Lines that compare with a bare code. */
function bareCodes(text: string): readonly string[] {
  return text.split('\n').filter((line) => comparisons.some((comparison) => comparison.test(line)))
}

const sqlTemplate = /\bsql(?:<[^`]*?>)?`/g
/** `lpad(number, 6, '0')` is allowed, because it pads with a digit. */
const bareInSql = /'\d{1,2}'(?!\))|(?<!, )'\d{1,2}'\)/

/** The SQL of the template that starts after the backtick at `start`, without its insertions. */
function sqlText(text: string, start: number): string {
  let found = ''
  for (let at = start, depth = 0; at < text.length && (depth > 0 || text[at] !== '`'); at += 1) {
    if (text.startsWith('${', at)) depth += 1
    if (depth === 0) found += text[at]
    if (depth > 0 && text[at] === '}') depth -= 1
  }
  return found
}

/** Lines of SQL templates that contain a bare code. */
function bareCodesInSql(text: string): readonly string[] {
  const templates = [...text.matchAll(sqlTemplate)].map((match) => sqlText(text, match.index + match[0].length))
  return templates.flatMap((sql) => sql.split('\n').filter((line) => bareInSql.test(line)))
}

describe('a code of a dictionary', () => {
  const files = ['src', 'portal'].flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      .filter(isChecked),
  )

  it('a code of a dictionary is compared by its name, never as bare digits', () => {
    expect(files.length).toBeGreaterThan(900)
    const found = files.flatMap((file) =>
      bareCodes(readFileSync(join(projectRoot, file), 'utf8')).map((line) => ({ file, line: line.trim() })),
    )
    expect(found.filter(({ file }) => digits[file] === undefined)).toEqual([])
    // Every exception must still be needed.
    expect(new Set(found.map(({ file }) => file))).toEqual(new Set(Object.keys(digits)))
  })

  it('stands in SQL by its name too: as a parameter, or as a literal where an index needs one', () => {
    const found = files.flatMap((file) => bareCodesInSql(readFileSync(join(projectRoot, file), 'utf8')).map((line) => ({ file, line })))
    expect(found).toEqual([])
  })

  it.each(["select from coupon where status = '1'", "where status in ('3', '5')", `case when status = '1' then \${one} else '3' end`])(
    'a code of a dictionary is found bare in SQL: %s',
    (line) => expect(bareCodesInSql(`sql<Row>\`${line}\``)).toHaveLength(1),
  )

  it.each([`where status = \${sql.lit(couponStatus.used)} and lpad(no, 6, '0') = \${no}`, `where name = \${names['1']}`])(
    'a code of a dictionary is not seen in SQL: %s',
    (line) => expect(bareCodesInSql(`sql\`${line}\``)).toEqual([]),
  )

  it.each([
    "if (order.status === '3') return",
    "return '1' !== user.userType",
    "    case '2':",
    ".where('status', '=', '1')",
    ".where('status', 'in', ['3', '5'])",
    "if (!['4', '5'].includes(status)) throw",
    "const openStatus = '1'",
  ])('a code of a dictionary is found bare in: %s', (line) => expect(bareCodes(line)).toEqual([line]))

  it.each(['if (order.status === serialBatchStatus.approved) return', "padStart(2, '0')", "[['1', '一月']]"])(
    'a code of a dictionary is not seen in: %s',
    (line) => expect(bareCodes(line)).toEqual([]),
  )
})
