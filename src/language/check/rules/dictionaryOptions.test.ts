import { expect, it } from 'vitest'
import { findings } from '../../testing/documents.ts'

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
