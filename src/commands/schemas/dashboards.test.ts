import { describe, expect, it } from 'vitest'
import { explainDashboard } from '../../language/authoring/explainDashboard.ts'
import { newDashboard } from '../../language/authoring/newDashboard.ts'
import { dashboardsOf } from '../../language/dashboard/resolve.ts'
import { checkFolder } from './documents.ts'
import { consoleRoles } from './explain.ts'

const { catalog } = checkFolder()

describe('a first dashboard', () => {
  const made = [...catalog.screens.values()].flatMap((screen, index) => {
    const entity = catalog.entities.get(screen.entity.name)
    return entity ? [{ uri: screen.uri, document: newDashboard(`made${index}`, screen, entity, ['ADMIN']) }] : []
  })

  it('a first dashboard of every shipped screen passes the checker, where the screen asks for no filter first', () => {
    const files = made.map(({ document }) => ({ path: `dashboards/${document.name}.json`, text: JSON.stringify(document) }))
    const problems = checkFolder(files).diagnostics.filter(
      ({ severity, file }) => severity === 'error' && file.startsWith('dashboards/made'),
    )
    const asking = [...catalog.screens.values()].filter(
      ({ list }) => list.needs !== undefined || list.filters.some((filter) => filter.required && filter.default === undefined),
    )
    const asked = new Set(asking.map(({ uri }) => uri))
    const uriOf = new Map(made.map(({ uri, document }) => [`dashboards/${document.name}.json`, uri]))
    const unexpected = problems.filter(({ file }) => !asked.has(uriOf.get(file) ?? ''))
    expect(unexpected.map(({ file, message }) => `${uriOf.get(file)}: ${message}`)).toEqual([])
    expect(made.length).toBeGreaterThan(50)
  })

  it('a first dashboard shows what its screen has: a count, a sum with its course, shares and rows', () => {
    const document = made.find(({ uri }) => uri === '/_corporate/corporate_settlement')?.document
    expect(document?.tiles.map(({ kind }) => kind)).toEqual(['number', 'number', 'chart', 'chart', 'list'])
  })
})

describe('the explanation of a dashboard', () => {
  const dashboards = dashboardsOf(catalog)
  const linesOf = (name: string) => {
    const dashboard = dashboards.get(name)
    return dashboard ? explainDashboard(dashboard, catalog, consoleRoles).split('\n') : []
  }

  it('the explanation of a dashboard tells through which screen each role reads a tile', () => {
    const line = linesOf('finance').find((one) => one.includes('未收帳款的帳齡'))
    expect(line?.trim().split(/ {2,}/)).toEqual([
      ...['圖表', '未收帳款的帳齡', 'statement', 'receivable'],
      ...['/_accounting/statements', '/_accounting/statements'],
    ])
  })

  it.each([...dashboards.keys()])('the dashboard %s has no tile that none of its roles may see', (name) => {
    const unseen = linesOf(name).filter((line) => /^ {2}(數字|圖表|清單|待辦)/.test(line) && !line.includes('/_'))
    expect(unseen).toEqual([])
  })
})
