import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { readDocumentFiles } from '../../../src/commands/documentFiles.ts'
import { explainScreen } from '../../../src/language/authoring/explain.ts'
import { formatDocument } from '../../../src/language/authoring/formatDocument.ts'
import { newScreen } from '../../../src/language/authoring/newScreen.ts'
import { reachOf } from '../../../src/language/catalog/publishedTable.ts'
import { checkDocuments } from '../../../src/language/check/checkDocuments.ts'
import { formatDiagnostic } from '../../../src/language/findings/formatDiagnostic.ts'
import { formatChecks } from '../../../src/language/record/formatChecks.ts'
import { projectRoot } from '../../../src/server/platform/projectRoot.ts'
import { publishedNames } from '../../../src/server/publishedNames.ts'

const files = readDocumentFiles(join(projectRoot, 'schemas'))
const { catalog, diagnostics } = checkDocuments(files, publishedNames)

describe('the shipped documents', () => {
  it('the shipped documents have no error', () =>
    expect(diagnostics.filter((one) => one.severity === 'error').map(formatDiagnostic)).toEqual([]))

  it.each(files.filter(({ path }) => !path.startsWith('language/')).map(({ path, text }) => [path, text]))(
    '%s has the one format, which new documents are written in and lint keeps',
    (_path, text) => expect(text).toBe(formatDocument(JSON.parse(text) as object)),
  )

  it.each([...catalog.screens.values()].map((screen) => [screen.uri, screen] as const))(
    '%s gives schemas that can be compiled',
    (_uri, screen) => {
      const ajv = new Ajv({ allErrors: true, strict: true, strictRequired: true })
      for (const [name, check] of Object.entries(formatChecks)) ajv.addFormat(name, check)
      const inputs = Object.values(screen.actions).flatMap((action) => (action.input ? [action.input.schema] : []))
      for (const schema of [...Object.values(screen.forms).map((form) => form.schema), ...inputs])
        expect(ajv.compile(schema)).toBeTypeOf('function')
      const entity = catalog.entities.get(screen.entity.name)
      expect(entity && explainScreen(screen, entity, [])).toContain(screen.title)
    },
  )

  it.each([...catalog.entities.values()].map((entity) => [entity.name, entity] as const))(
    'a first screen for %s passes the checker, or is refused where its area keeps the table to itself',
    (_name, entity) => {
      const table = publishedNames.tables.get(entity.table ?? '')
      const reach = table ? reachOf(table, 'first.screen', publishedNames.resources) : 'write'
      const text = formatDocument(newScreen('/_first/screen', entity, reach === 'read'))
      const added = checkDocuments([...files, { path: 'screens/_first/screen.json', text }], publishedNames)
      const found = added.diagnostics.filter((one) => one.file.startsWith('screens/_first'))
      const expected = reach === 'nothing' ? ['table-not-here'] : []
      expect([...new Set(found.map((one) => one.code))]).toEqual(expected)
      expect(added.catalog.screens.has('/_first/screen')).toBe(reach !== 'nothing')
    },
  )
})
