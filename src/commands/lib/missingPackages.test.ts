import { describe, expect, it } from 'vitest'
import { missingPackages, wholeScope } from './missingPackages.mjs'

const wanted = {
  '': {},
  'node_modules/fastify': { version: '5.12.8' },
  'node_modules/fastify/node_modules/cookie': { version: '1.0.0' },
  'node_modules/markdown-to-jsx': { link: true },
  'node_modules/vitest': { version: '4.1.12', dev: true },
  'node_modules/@rolldown/binding-darwin-arm64': { version: '1.0.0', optional: true },
  'vendor/plain-markdown': { version: '9.10.6' },
}
const product = {
  'node_modules/fastify': { version: '5.12.8' },
  'node_modules/fastify/node_modules/cookie': { version: '1.0.0' },
  'node_modules/markdown-to-jsx': { link: true },
}

describe('what an install lacks', () => {
  it('nothing is missing after an install by hand', () => {
    expect(missingPackages(wanted, { ...product, 'node_modules/vitest': { version: '4.1.12', dev: true } }, 'all')).toEqual([])
  })

  it('the tools of developers are not missing where only the product is wanted', () => {
    expect(missingPackages(wanted, product, 'product')).toEqual([])
    expect(missingPackages(wanted, product, 'all')).toEqual(['node_modules/vitest'])
  })

  it('a package of another version is missing, like one that is not there', () => {
    const installed = { ...product, 'node_modules/fastify': { version: '5.12.7' } }
    expect(missingPackages(wanted, installed, 'product')).toEqual(['node_modules/fastify'])
    expect(missingPackages(wanted, {}, 'product')).toHaveLength(3)
  })
})

it('a developer keeps the tools when only the product is out of date', () => {
  expect(wholeScope('product', { ...product, 'node_modules/vitest': { version: '4.1.11', dev: true } })).toBe('all')
  expect(wholeScope('product', product)).toBe('product')
  expect(wholeScope('product', null)).toBe('product')
  expect(wholeScope('all', null)).toBe('all')
})
