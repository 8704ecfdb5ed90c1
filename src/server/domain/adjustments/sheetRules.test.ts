import { describe, expect, it } from 'vitest'
import type { ContractStatus } from '../../../rules/codes.generated.ts'
import { contractProblem, type SheetFacts } from './sheetRules.ts'

describe('the contract of the company of a sheet', () => {
  const ended = '特約商合約已終止，請改由平台負擔。'
  it.each<[SheetFacts, ContractStatus, string | null]>([
    [{ adjustKind: '1', costBearer: '1' }, '9', ended],
    [{ adjustKind: '2', costBearer: '1' }, '9', ended],
    [{ adjustKind: '1', costBearer: '2' }, '9', null],
    [{ adjustKind: '3', costBearer: null }, '9', null],
    [{ adjustKind: '3', costBearer: null }, '1', '特約商合約尚未生效。'],
    [{ adjustKind: '1', costBearer: '1' }, '5', '特約商合約尚未生效。'],
    [{ adjustKind: '1', costBearer: '1' }, '4', null],
  ])('the contract of the company of a sheet of %o with contract %s is answered %s', (sheet, contractStatus, problem) => {
    expect(contractProblem(sheet, contractStatus)).toBe(problem)
  })
})
