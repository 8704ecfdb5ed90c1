import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'

const sources = readdirSync(join(projectRoot, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(join(projectRoot, 'src', file), 'utf8'))
const identifiers = new Set(sources.flatMap((text) => text.match(/[A-Za-z_]\w*/g) ?? []))
const declared = new Set(
  sources.flatMap((text) => [...text.matchAll(/\b(?:class|function|interface|type|const) (\w+)/g)].map((match) => match[1] ?? '')),
)

const glossary = readFileSync(join(projectRoot, 'docs/domain/01-glossary.md'), 'utf8')
const rows = glossary
  .slice(glossary.indexOf('## 1.1'))
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .map((line) => line.split('|').map((cell) => cell.trim()))

describe('the words of the code', () => {
  it('exist in the code by the names that the glossary gives', () => {
    const names = rows.flatMap((cells) => [...(cells[2] ?? '').matchAll(/`(\w+)`/g)].map((match) => match[1] ?? ''))
    expect(names.length).toBeGreaterThan(20)
    expect(names.filter((name) => !identifiers.has(name))).toEqual([])
  })

  it('leave out the words that the glossary refuses, wherever something is declared', () => {
    const refused =
      /^(?:\w+Book|Bearer\w*|Legs?|Occasion\w*|Turns|OnePerKey|\w+Piece|demand[A-Z]\w*|cut(?:Screen|For)\w*|owed(?:[A-Z]\w*)?|negativeLimit\w*)$/
    expect([...declared].filter((name) => refused.test(name))).toEqual([])
  })
})
