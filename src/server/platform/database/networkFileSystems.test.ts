import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { networkFileSystemOf } from './networkFileSystems.ts'

describe.runIf(process.platform === 'linux')('networkFileSystemOf', () => {
  it('knows shared file systems, with and without a sign', () => {
    expect(networkFileSystemOf(0x6969)).toBe('NFS')
    expect(networkFileSystemOf(0xff534d42)).toBe('CIFS')
    expect(networkFileSystemOf(0xff534d42 | 0)).toBe('CIFS')
  })

  it('lets the disks of this machine be', () => {
    expect(networkFileSystemOf(statfsSync(tmpdir()).type)).toBeNull()
  })
})
