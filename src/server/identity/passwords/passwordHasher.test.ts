import { hash } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { createPasswordHasher } from './passwordHasher.ts'

describe('createPasswordHasher', () => {
  const hasher = createPasswordHasher()

  it('keeps algorithm and parameters with the hash and verifies against them', async () => {
    const stored = await hasher.hash('Kx9-mountain')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await hasher.verify(stored, 'Kx9-mountain')).toBe(true)
    expect(await hasher.verify(stored, 'Kx9-mountaim')).toBe(false)
  })

  it('never accepts a password where there is no hash', async () => {
    expect(await hasher.verify(null, 'stands in for accounts that do not exist')).toBe(false)
  })

  it('knows a hash of weaker parameters', async () => {
    expect(hasher.isOutdated(await hash('x', { memoryCost: 8192, timeCost: 2, parallelism: 1 }))).toBe(true)
    expect(hasher.isOutdated(await hasher.hash('x'))).toBe(false)
  })
})
