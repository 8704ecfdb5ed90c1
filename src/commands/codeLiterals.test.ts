import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../server/platform/projectRoot.ts'

/** Where one or two digits in quotes are compared, and are no code of a dictionary. */
const digits: Readonly<Record<string, string>> = {
  'src/rules/taxNumber.ts': 'digits of a tax ID',
  'src/rules/scanCodes.ts': 'modules of a bar code',
  'src/server/platform/environment.ts': 'switches of the environment',
  'src/interpreter/list/filters/FilterControl.tsx': 'the first page of the console has no room for another file',
  'src/server/domain/points/members.ts': 'the states of a card of a member, which have no dictionary',
  'src/server/domain/anomaly/codes/judge.ts': 'the stored state of a campaign, from which the dictionary follows by date',
}

/** Code of the product that runs: what areas publish repeats the documents and is checked against them. */
const isChecked = (file: string) =>
  /\.tsx?$/.test(file) && !/\.(test|generated)\.tsx?$|\/testing\/|testing\.tsx$|publishedTables\.ts$|testScreens\.ts$/.test(file)

const comparisons = [
  /(?:[=!]==|\bcase) '\d{1,2}'/,
  /'\d{1,2}' [=!]==/,
  // The query builder: where('status', '=', '3').
  /'(?:=|<>|!=|in|not in|is distinct from)', \[?'\d{1,2}'/,
  /'\d{1,2}'\]\.includes\(|\.includes\('\d{1,2}'\)/,
  // A code under a name of one file.
  /\bconst \w+(?:: \w+)? = '\d{1,2}'(?: as const)?$/,
]

/** Lines that compare with a bare code. */
function bareCodes(text: string): readonly string[] {
  return text.split('\n').filter((line) => comparisons.some((comparison) => comparison.test(line)))
}

describe('a code of a dictionary', () => {
  it('is compared by its name, never as bare digits', () => {
    const folders = ['src', 'portal']
    const files = folders.flatMap((folder) =>
      readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
        .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
        .filter(isChecked),
    )
    expect(files.length).toBeGreaterThan(900)
    const found = files.flatMap((file) =>
      bareCodes(readFileSync(join(projectRoot, file), 'utf8')).map((line) => ({ file, line: line.trim() })),
    )
    expect(found.filter(({ file }) => digits[file] === undefined)).toEqual([])
    // What is excused still needs it.
    expect(new Set(found.map(({ file }) => file))).toEqual(new Set(Object.keys(digits)))
  })

  it.each([
    "if (order.status === '3') return",
    "return '1' !== user.userType",
    "    case '2':",
    ".where('status', '=', '1')",
    ".where('status', 'in', ['3', '5'])",
    "if (!['4', '5'].includes(status)) throw",
    "const openStatus = '1'",
  ])('is found bare in: %s', (line) => expect(bareCodes(line)).toEqual([line]))

  it.each(['if (order.status === serialBatchStatus.approved) return', "padStart(2, '0')", "[['1', '一月']]"])(
    'is not seen in: %s',
    (line) => expect(bareCodes(line)).toEqual([]),
  )
})
