import { describe, expect, it } from 'vitest'
import { isOpenAddress, openLookup } from './openNetwork.ts'
import { urlProblem } from './postWebhook.ts'
import { isWebhookSecret, newWebhookSecret, openFor, sealFor, signatureOf } from './secret.ts'

describe('the signature of a webhook', () => {
  it('the signature of a webhook is the one of Standard Webhooks', () => {
    // The example of the specification's reference libraries.
    const call = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', seconds: 1614265330, body: '{"test": 2432232314}' }
    expect(signatureOf('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', call)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  it('the signature of a webhook needs a secret of 24 to 64 bytes', () => {
    expect(isWebhookSecret(newWebhookSecret())).toBe(true)
    expect(isWebhookSecret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')).toBe(true)
    for (const text of ['', 'whsec_', 'whsec_c2hvcnQ=', `secret_${'a'.repeat(40)}`, `whsec_${'a'.repeat(31)}`, `whsec_${'a'.repeat(40)}\n`])
      expect([text, isWebhookSecret(text)]).toEqual([text, false])
  })

  it('a sealed secret opens for its own address only', () => {
    const secrets = { fieldEncryption: Buffer.alloc(32, 7) }
    const sealed = sealFor('erp', secrets, 'whsec_x')
    expect(openFor('erp', secrets, sealed)).toBe('whsec_x')
    expect(() => openFor('crm', secrets, sealed)).toThrow()
  })
})

describe('where webhooks may be sent', () => {
  it.each(['8.8.8.8', '203.69.1.1', '2001:b000::1'])('%s is on the internet', (address) => expect(isOpenAddress(address)).toBe(true))

  it.each([
    ...['127.0.0.1', '127.8.8.8', '0.0.0.0', '10.1.2.3', '100.64.0.1', '169.254.169.254', '172.31.0.1', '192.168.0.1', '224.0.0.1'],
    ...[
      '255.255.255.255',
      '::1',
      '::',
      'fe80::1',
      'fd00::1',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      '2001::1',
      'ff02::1',
      '::127.0.0.1',
      '::7f00:1',
      '::ffff:0:7f00:1',
      '64:ff9b:1::7f00:1',
      'fec0::1',
      '100::1',
      '2001:db8::1',
      '3fff::1',
      '4000::1',
      '192.0.2.1',
      '192.88.99.1',
      '198.51.100.7',
      '203.0.113.7',
      'localhost',
      '',
    ],
  ])('%s is not on the internet', (address) => expect(isOpenAddress(address)).toBe(false))

  it.each([
    'erp',
    'http://example.com/hook',
    'ftp://example.com',
    'https://user:password@example.com',
    'https://example.com/#part',
    'https://127.0.0.1/hook',
    'https://[::1]/hook',
    'https://2130706433/hook',
    'https://0x7f.1/hook',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost:4799/hook',
    'https://erp/hook',
    'https://erp.LOCAL./hook',
    'https://wiki.home.arpa/hook',
    'http://erp.internal:8443/hook',
  ])('%s is refused', (url) => expect(urlProblem(url, ['erp.internal:8080'])).toMatch(/。$/))

  it('what the operator has named, and https to the internet, may be used', () => {
    expect(urlProblem('https://example.com/hook?a=1', [])).toBeNull()
    expect(urlProblem('http://erp.internal:8080/hook', ['erp.internal:8080'])).toBeNull()
  })

  it('a name that leads to this machine is refused by the connection itself', async () => {
    const found = new Promise((resolve, reject) => {
      openLookup('localhost', {}, (error, address) => (error === null ? resolve(address) : reject(error)))
    })
    await expect(found).rejects.toThrow('localhost 不是網際網路上的位址')
  })
})
