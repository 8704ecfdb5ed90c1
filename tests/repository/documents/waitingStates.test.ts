import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readDocumentFiles } from '../../../src/commands/documentFiles.ts'
import { checkDocuments } from '../../../src/language/check/checkDocuments.ts'
import { evaluate } from '../../../src/language/predicate/predicate.ts'
import { projectRoot } from '../../../src/server/platform/projectRoot.ts'
import { publishedNames } from '../../../src/server/publishedNames.ts'

const { catalog } = checkDocuments(readDocumentFiles(join(projectRoot, 'schemas')), publishedNames)
const submitted = [...catalog.entities.values()].filter((entity) => entity.transitions?.submit)
const user = { userName: 'maker', userType: '1', companyNo: null, roles: [], permissions: [] }
const now = { date: '2025-01-15', time: '10:00' }

/** Submitting a campaign makes a request, and it is the request that is taken back (domain 4.13). */
const requestOf: Readonly<Record<string, string>> = { activity: 'activityAdjustment' }

describe.each(submitted.map((entity) => [entity.name, entity] as const))('%s, once submitted', (_name, entity) => {
  const { submit } = entity.transitions ?? {}
  const request = catalog.entities.get(requestOf[entity.name] ?? entity.name)
  const withdraw = request?.transitions?.withdraw
  const scopeOf = (submittedBy: string) => ({ row: { [String(submit?.field)]: submit?.to, submittedBy }, form: {}, user, now })

  it('a submitted record cannot be edited, as its question says', () => {
    expect(submit?.confirm).toContain('送審後不可修改')
    expect(entity.editable && evaluate(entity.editable, scopeOf('maker'))).toBe(false)
  })

  it('a submitted record can be taken back by who submitted it, wherever that is offered', () => {
    expect(withdraw).toMatchObject({ label: '撤回', permission: submit?.permission })
    if (request === entity) expect(withdraw).toMatchObject({ field: submit?.field, from: [submit?.to] })
    expect(withdraw?.guard && [evaluate(withdraw.guard, scopeOf('maker')), evaluate(withdraw.guard, scopeOf('another'))]).toEqual([
      true,
      false,
    ])
    const screens = [...catalog.screens.values()].filter((screen) => screen.entity.name === request?.name)
    const offering = screens.filter(({ list }) => request !== entity || list.rowActions.includes('submit'))
    expect(offering.length).toBeGreaterThan(0)
    for (const { list } of offering) expect(list.rowActions).toContain('withdraw')
  })
})
