import { describe, expect, it } from 'vitest'
import { limitKeyOf, plainForwarded } from './callerAddress.ts'

describe('plainForwarded', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['1.1.1.1, 203.0.113.7:51234', '1.1.1.1, 203.0.113.7'],
    ['[2001:db8::1]:443,[2001:db8::2]', '2001:db8::1, 2001:db8::2'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['forged, 1.1.1.1, nothing, 203.0.113.7', '203.0.113.7'],
    ['203.0.113.7, ', ''],
    ['unknown', ''],
    ['1.1.1.1:port', ''],
  ])('reads "%s" as "%s"', (header, plain) => {
    expect(plainForwarded(header)).toBe(plain)
  })
})

describe('limitKeyOf', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('puts %s under %s', (address, key) => {
    expect(limitKeyOf(address)).toBe(key)
  })
})
