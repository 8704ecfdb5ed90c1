import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readDocumentFiles } from '../../src/commands/documentFiles.ts'
import { formatDocument } from '../../src/language/authoring/formatDocument.ts'
import { newScreen } from '../../src/language/authoring/newScreen.ts'
import { checkDocuments } from '../../src/language/check/checkDocuments.ts'
import type { Entity } from '../../src/language/documents/entity.ts'
import { formatDiagnostic } from '../../src/language/findings/formatDiagnostic.ts'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'
import { publishedNames } from '../../src/server/publishedNames.ts'

const manual = readFileSync(join(projectRoot, 'schemas/README.md'), 'utf8')
const [entity = '', screen = '', group = ''] = [...manual.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => text)
const shipped = readDocumentFiles(join(projectRoot, 'schemas'))
const entityFile = 'entities/demo/giftCard.json'
const screenFile = 'screens/_demo/gift_cards.json'

function findingsWith(screenText: string): readonly string[] {
  const files = shipped.map((file) => (file.path === 'menu.json' ? { ...file, text: withGroup(file.text) } : file))
  const added = [
    { path: entityFile, text: entity },
    { path: screenFile, text: screenText },
  ]
  const { diagnostics } = checkDocuments([...files, ...added], publishedNames)
  return diagnostics
    .filter((one) => one.file === entityFile || one.file === screenFile || one.message.includes('_demo'))
    .map(formatDiagnostic)
}

function withGroup(menu: string): string {
  const document = JSON.parse(menu) as { groups: unknown[] }
  return JSON.stringify({ ...document, groups: [...document.groups, JSON.parse(group) as unknown] })
}

describe('the manual for analysts', () => {
  it('shows documents that pass the checker', () => expect(findingsWith(screen)).toEqual([]))

  it('shows the screen that the command writes', () => {
    const { catalog } = checkDocuments([...shipped, { path: entityFile, text: entity }], publishedNames)
    expect(formatDocument(newScreen('/_demo/gift_cards', catalog.entities.get('giftCard') as Entity))).toBe(screen)
  })

  it('shows a formula that passes the checker', () => {
    const [, text = ''] = manual.match(/```json\n([^`]*"x-formula"[^`]*)```/) ?? []
    const path = 'entities/demo/giftOrder.json'
    const { catalog, diagnostics } = checkDocuments([...shipped, { path, text }], publishedNames)
    expect(diagnostics.filter(({ file }) => file === path).map(formatDiagnostic)).toEqual([])
    expect(() => newScreen('/_demo/gift_orders', catalog.entities.get('giftOrder') as Entity)).not.toThrow()
  })

  it('shows a reference that passes the checker', () => {
    const [, text = ''] = manual.match(/```json\n([^`]*"x-ref"[^`]*)```/) ?? []
    const path = 'entities/demo/giftCardUse.json'
    // What the gift card sums up of its uses stands in the text below, as members of its properties.
    const rollups = [...manual.matchAll(/`("\w+": \{"type"[^`]*"giftCardUse"[^`]*)`/g)].map(([, member = '']) => member)
    expect(rollups).toHaveLength(2)
    const card = entity.replace('"status": {', `${rollups.join(',')}, "status": {`)
    const files = [...shipped, { path: entityFile, text: card }, { path, text }]
    const { catalog, diagnostics } = checkDocuments(files, publishedNames)
    expect(diagnostics.filter(({ file }) => [path, entityFile].includes(file)).map(formatDiagnostic)).toEqual([])
    expect(catalog.entities.get('giftCardUse')?.properties['companyNo.companyName']?.title).toBe('公司名稱')
  })

  it('shows a finding as the checker prints it', () => {
    const shown = manual.split('\n').find((line) => line.startsWith(`schemas/${screenFile}:`))
    expect(findingsWith(screen.replace('"cardName"', '"cardNmae"')).map((line) => `schemas/${line}`)).toContain(shown)
  })

  it('shows a finding of a preset as the checker prints it', () => {
    const file = 'presets/date.json'
    const spoilt = shipped.map((one) => (one.path === file ? { ...one, text: one.text.replace('"x-format"', '"x-fromat"') } : one))
    const printed = checkDocuments(spoilt, publishedNames).diagnostics.map((one) => `schemas/${formatDiagnostic(one)}`)
    expect(printed).toContain(manual.split('\n').find((line) => line.includes(`來自 ${file}:`)))
  })

  it('leads to every example, and to nothing else', () => {
    const linked = [...manual.matchAll(/\(\.\.\/tests\/screens\/examples\/(\w+)\)/g)].map(([, name = '']) => name)
    expect([...new Set(linked)].sort()).toEqual(readdirSync(join(import.meta.dirname, 'examples')).sort())
    for (const [, path = ''] of manual.matchAll(/\]\(([^()\s]+)\)/g))
      expect([path, existsSync(join(projectRoot, 'schemas', path.replace(/#.*/, '')))]).toEqual([path, true])
  })
})
