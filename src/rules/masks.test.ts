import { expect, it } from 'vitest'
import { masks } from './masks.ts'

it.each([
  ['name', '王小明', '王○明'],
  ['name', '王明', '王○'],
  ['name', '歐陽小明', '歐○○明'],
  ['name', '王', '○'],
  ['name', '', ''],
  ['mobile', '0912345678', '0912***678'],
  ['mobile', '0912', '****'],
  ['email', 'alice@mail.example', 'a***@mail.example'],
  ['email', 'nobody', '***'],
  ['card', '8802000000000011', '8802********0011'],
  ['account', '123456789012', '****9012'],
  ['account', '1234', '****'],
  ['secret', 'c2VjcmV0', '****cmV0'],
] as const)('masks %s %j as %j', (kind, text, expected) => expect(masks[kind](text)).toBe(expected))
