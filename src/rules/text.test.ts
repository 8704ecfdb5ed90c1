import { describe, expect, it } from 'vitest'
import * as rules from './text.ts'

type Case = { rule: (text: string) => boolean; good: string[]; bad: string[] }

const cases: Record<string, Case> = {
  'phone number': {
    rule: rules.isPhone,
    good: ['12345', '12345678', '02-55500100', '049-1234567', '02-55500100#12345', '12345#12', '0912345678'],
    bad: [
      '',
      '1234',
      '123456789',
      '0255500100',
      '02-1234',
      '02-12345678#1',
      '02-12345678#123456',
      '0912-345678',
      '(02)12345678',
      '1-23456',
    ],
  },
  'mobile number': { rule: rules.isMobile, good: ['0912345678'], bad: ['091234567', '09123456789', '0812345678', '+886912345678'] },
  'invoice number': {
    rule: rules.isInvoiceNumber,
    good: ['AB12345678', 'ab-12345678'],
    bad: ['A12345678', 'AB1234567', 'AB--12345678', 'ABC12345678'],
  },
  'text of XML': {
    rule: rules.isXmlText,
    good: ['', '日日好😀', 'tab\t line\r\n <&>', '\u007f\ue000\ufffd'],
    bad: ['\u0000', 'a\u0001', '\u000b', '\u001f', '\ufffe', '\uffff', '\ud83d', '\ude00'],
  },
  'letters and digits': { rule: rules.isAlphaNumeric, good: ['A1', 'abc'], bad: ['', 'a b', 'a-b', '中', 'é'] },
  'account name': { rule: rules.isAccountName, good: ['admin', 'a.b_1'], bad: ['abc', 'a'.repeat(51), 'a b c d', 'ab-cd'] },
  'zip code': { rule: rules.isZipCode, good: ['100', '100123'], bad: ['10', '1001', '10012', 'abc'] },
  hour: { rule: rules.isHour, good: ['00:00', '09:00', '23:00'], bad: ['24:00', '9:00', '09:30'] },
  'e-mail': {
    rule: rules.isEmail,
    good: ['a@b.tw', 'first.last+tag@mail.example.com', "o'hara@example.org"],
    bad: ['', 'a', 'a@b', '@b.tw', 'a@', 'a@b..tw', '.a@b.tw', 'a b@c.tw', 'a@b@c.tw', 'a@-b.tw', 'a@1.2.3.4', `${'a'.repeat(65)}@b.tw`],
  },
  base64: { rule: rules.isBase64, good: ['AAAA', 'AAA=', 'AA=='], bad: ['', 'AAA', 'A===', 'A A=', 'AA-_'] },
  hex: { rule: rules.isHex, good: ['00', 'aBcD'], bad: ['', '0', 'zz'] },
  'https address': {
    rule: rules.isHttps,
    good: ['https://example.com/a?b=1'],
    bad: ['http://example.com', 'javascript:alert(1)', 'https://u:p@example.com', '/a'],
  },
  json: { rule: rules.isJson, good: ['{}', '1', '"a"'], bad: ['', '{', "{'a':1}"] },
  'storable text': { rule: rules.isStorableText, good: ['', '中文😀'], bad: ['a\u0000b', '\ud83d'] },
}

describe.each(Object.entries(cases))('%s', (_name, { rule, good, bad }) => {
  it.each(good)('accepts %j', (text) => expect(rule(text)).toBe(true))
  it.each(bad)('refuses %j', (text) => expect(rule(text)).toBe(false))
})

it('shortened takes whole characters, so nothing of a rare one is left at the end', () => {
  expect(['短', '一二三', '一二𠮷四', '一二👍🏽'].map((text) => rules.shortened(text, 3))).toEqual(['短', '一二三', '一二𠮷', '一二👍'])
  expect(rules.shortened('一二𠮷', 2)).toBe('一二')
})
