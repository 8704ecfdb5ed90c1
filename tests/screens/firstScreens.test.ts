import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readDocumentFiles } from '../../src/commands/documentFiles.ts'
import { formatDocument } from '../../src/language/authoring/formatDocument.ts'
import { newScreen } from '../../src/language/authoring/newScreen.ts'
import { checkDocuments } from '../../src/language/check/checkDocuments.ts'
import { formatDiagnostic } from '../../src/language/findings/formatDiagnostic.ts'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'
import { publishedNames } from '../../src/server/publishedNames.ts'

const folder = join(projectRoot, 'tests/screens/examples')

// Entities of analysts have what the shipped ones lack: fields that need approval, masked names, formulas, rows that are records.
describe.each(readdirSync(folder))('the entities of the example %s', (name) => {
  const files = readDocumentFiles(join(folder, name)).filter(({ path }) => path !== 'rows.json')
  const { entities, screens } = checkDocuments(files, publishedNames).catalog

  it('each of them gets a first screen that passes the checker', () => {
    const written = [...entities.values()].map((entity, index) => {
      // At the address of the screen that it has, so that permissions keep their names.
      const uri = [...screens.values()].find((screen) => screen.entity.name === entity.name)?.uri ?? `/_first/screen_${index}`
      return { path: `screens${uri}.json`, text: formatDocument(newScreen(uri, entity)) }
    })
    expect(written).not.toEqual([])
    const others = files.filter(({ path }) => !path.startsWith('screens/'))
    const { diagnostics } = checkDocuments([...others, ...written], publishedNames)
    expect(diagnostics.filter(({ severity }) => severity === 'error').map(formatDiagnostic)).toEqual([])
  })
})
