import { expect, it } from 'vitest'
import { check, shopsScreen } from '../testing/documents.ts'
import { formatDiagnostic } from './formatDiagnostic.ts'

const sentences = (files: Readonly<Record<string, unknown>>) => check(files).diagnostics.map(formatDiagnostic)

it('a sentence that says what to write does not ask whether that was meant', () => {
  const dashboard = { name: 'shop', title: '門市', roles: ['OPS'], tiles: [{ kind: 'text', text: '說明' }] }
  expect(sentences({ 'screens/_demo/shops.json': { ...shopsScreen, uri: '/_demo/shop' } })[0]).toBe(
    'screens/_demo/shops.json:2:10 /uri uri 應等於檔案位置「/_demo/shops」',
  )
  expect(sentences({ 'dashboards/shops.json': dashboard })).toEqual(['dashboards/shops.json:2:11 /name name 應等於檔案名稱「shops」'])
})

it('asks for the name that was probably meant', () =>
  expect(sentences({ 'screens/_demo/shops.json': { ...shopsScreen, entity: 'shp' } })[0]).toMatch(
    / 沒有實體「shp」（你是不是要寫「shop」？）$/,
  ))
