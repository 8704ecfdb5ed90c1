import { expect, it } from 'vitest'
import { isIpOrCidr } from './ipAddress.ts'

it.each(['1.2.3.4', '10.0.0.0/8', '0.0.0.0/0', '::1', '::', '2001:db8::/32', 'fe80::1:2', '::ffff:1.2.3.4', '1:2:3:4:5:6:7:8'])(
  'accepts %s',
  (text) => expect(isIpOrCidr(text)).toBe(true),
)
it.each([
  '',
  '1.2.3',
  '1.2.3.256',
  '01.2.3.4',
  '10.0.0.0/33',
  '10.0.0.0/',
  '::1/129',
  '1:2:3:4:5:6:7',
  ':::',
  '1::2::3',
  '12345::',
  'a.b.c.d',
  '1.2.3.4/8/8',
])('refuses %j', (text) => expect(isIpOrCidr(text)).toBe(false))
