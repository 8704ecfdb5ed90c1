import { expect, it } from 'vitest'
import { findings } from '../../../testing/documents.ts'

it('refuses a key that comes twice', () => {
  const options = [
    { key: '1', value: '甲' },
    { key: '1', value: '乙' },
  ]
  expect(findings({ files: { 'dictionaries/Extra.json': { name: 'Extra', title: '額外', options } } })).toEqual([
    'duplicate-name /options/1/key',
  ])
})

it('accepts it below another parent', () => {
  const options = [
    { key: '1', value: '甲', parent: 'a' },
    { key: '1', value: '乙', parent: 'b' },
  ]
  expect(findings({ files: { 'dictionaries/Extra.json': { name: 'Extra', title: '額外', options } } })).toEqual([])
})

it('refuses the name of a dictionary that code answers', () => {
  const options = [{ key: '1', value: '甲' }]
  expect(findings({ files: { 'dictionaries/City.json': { name: 'City', title: '縣市', options } } })).toEqual(['reserved-name /name'])
})

it('needs an English name for every option of a dictionary that code works by, each its own', () => {
  const options = [
    { key: '1', name: 'first', value: '甲' },
    { key: '2', value: '乙' },
    { key: '3', name: 'first', value: '丙' },
  ]
  expect(findings({ files: { 'dictionaries/Extra.json': { name: 'Extra', title: '額外', options } } })).toEqual([
    'missing-name /options/1',
    'duplicate-name /options/2/name',
  ])
})
