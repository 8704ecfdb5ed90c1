import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readDocumentFiles } from '../../src/commands/documentFiles.ts'
import type { DocumentKind } from '../../src/language/catalog/catalog.ts'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'
import { featuresInUse, featuresOfLanguage, type LanguageFeature } from './languageFeatures.ts'

const folder = join(import.meta.dirname, 'examples')

const kindOf = (path: string): DocumentKind | null =>
  path.startsWith('entities/') ? 'entity' : path.startsWith('screens/') ? 'screen' : path.startsWith('dictionaries/') ? 'dictionary' : null

/** Examples by the features of the language that their documents use. */
function examplesByFeature(): ReadonlyMap<LanguageFeature, readonly string[]> {
  const found = new Map<LanguageFeature, string[]>()
  for (const name of readdirSync(folder)) {
    const features = new Set<LanguageFeature>()
    for (const { path, text } of readDocumentFiles(join(folder, name))) {
      const kind = kindOf(path)
      if (kind !== null) for (const feature of featuresInUse(kind, JSON.parse(text))) features.add(feature)
    }
    for (const feature of features) found.set(feature, [...(found.get(feature) ?? []), name])
  }
  return found
}

const language = [...new Set((['entity', 'screen', 'dictionary'] as const).flatMap((kind) => [...featuresOfLanguage(kind)]))].sort()
const examples = examplesByFeature()

/** Features that no example can show, because the tables that they need belong to code. */
const shownByShippedDocuments: readonly LanguageFeature[] = ['entity table', 'entity view', 'entity versionOf']

function listing(): string {
  const lines = language.map((feature) => {
    const names = examples.get(feature) ?? []
    const links = names.slice(0, 4).map((name) => `[${name}](examples/${name})`)
    return `| \`${feature}\` | ${links.join('、')}${names.length > 4 ? '…' : ''} |`
  })
  return [
    '# 語言的每一個鍵與字，用在哪個範例',
    '',
    '由 `everyKey.test.ts` 產生，請勿手改。',
    '',
    '| 鍵（`=` 之後是可用的字） | 範例 |',
    '|---|---|',
    ...lines,
    '',
  ].join('\n')
}

/** Words with the same meaning under several keys need one example, not one for each key. */
function meaning(feature: LanguageFeature): string {
  const [key = '', word] = feature.split('=')
  if (word === undefined) return feature
  const kind = sameWords.find(([pattern]) => pattern.test(key))?.[1]
  return kind === undefined ? feature : `${kind}=${word}`
}

const sameWords: readonly (readonly [pattern: RegExp, kind: string])[] = [
  [/x-format$|columns\[\]\.format$/, 'display format'],
  [/widget$/, 'widget'],
  [/tone$|x-tags/, 'tone'],
  [/columns\[\]\.align$/, 'align'],
  [/chart\.type$/, 'chart type'],
]

describe('the language', () => {
  it('the language has an example, which runs, for every key and every word', () => {
    const shown = new Set([...examples.keys(), ...shownByShippedDocuments].map(meaning))
    const missing = language.filter((feature) => !shown.has(meaning(feature)))
    expect(missing).toEqual([])
  })

  it('the language has a list of them for people to look things up (vitest -u)', async () => {
    await expect(listing()).toMatchFileSnapshot(join(import.meta.dirname, 'keys.md'))
  })

  it('the language has the keys that only shipped documents can show', () => {
    const shipped = readDocumentFiles(join(projectRoot, 'schemas')).filter((file) => file.path.startsWith('entities/'))
    const features = new Set(shipped.flatMap((file) => [...featuresInUse('entity', JSON.parse(file.text))]))
    expect(shownByShippedDocuments.filter((feature) => !features.has(feature))).toEqual([])
  })

  it('the language has every key of the menu in the shipped menu', () => {
    const menu = JSON.parse(readFileSync(join(projectRoot, 'schemas/menu.json'), 'utf8')) as unknown
    const used = featuresInUse('menu', menu)
    expect([...featuresOfLanguage('menu')].filter((feature) => !used.has(feature))).toEqual([])
  })
})
