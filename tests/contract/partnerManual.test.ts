import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { partnerCallNames } from '../../src/server/domain/partner/catalog/catalog.ts'
import { partnerCodes } from '../../src/server/domain/partner/catalog/codes.ts'
import { PartnerClient } from '../support/partnerClient.ts'
import { addPlatform, companyNo, openPartnerWorld, type PartnerWorld } from '../support/partnerWorld.ts'

const execute = promisify(execFile)

let manual: string
let world: PartnerWorld
let script: string
let environment: Record<string, string>

beforeAll(async () => {
  manual = await readFile('docs/partner-api.md', 'utf8')
  world = await openPartnerWorld({ listen: true })
  // The sample uses the clock of the machine.
  world.setNow(new Date())
  const { app, baseUrl } = world.server
  const account = await addPlatform(app.db, app.secrets.fieldEncryption, world.now())
  script = join(inject('testRun').folder, 'partner-call.sh')
  await writeFile(script, /```bash\n([\s\S]*?)```/.exec(manual)?.[1] ?? '')
  environment = {
    BASE_URL: String(baseUrl),
    PLATFORM_NO: account.platformNo,
    KEY_VERSION: String(account.keyVersion),
    AES_KEY: account.aesKey,
    AES_IV: account.aesIv,
  }
})
afterAll(() => world.close())

async function run(call: string, content: unknown, changes: Record<string, string> = {}): Promise<unknown> {
  const env = { ...process.env, ...environment, ...changes }
  const { stdout } = await execute('bash', [script, call, JSON.stringify(content)], { env })
  return JSON.parse(stdout)
}

describe('the sample of the manual', () => {
  it('really calls the API', async () => {
    expect(await run('echo', { message: '你好' })).toMatchObject({ code: '0000', echo: '你好' })
    const common = world.common()
    expect(await run('points/issue', { ...common, member: { memberNo: world.members[0] }, amount: 1280 })).toMatchObject({
      code: '0000',
      issuedPoints: 12,
      balance: 12,
    })
    expect(await run('points/balance', { companyNo, member: { memberNo: world.members[0] } })).toMatchObject({ balance: 12 })
  })

  it('shows refusals before and after decryption', async () => {
    expect(await run('points/balance', { companyNo, member: { mobile: '0999999999' } })).toMatchObject({ code: 'E1201' })
    const other = run('echo', { message: 'x' }, { AES_KEY: Buffer.alloc(32).toString('base64') })
    await expect(other).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining('"E1002"') })
  })
})

describe('the manual', () => {
  const shownValue = (title: string) => new RegExp(`\\| ${title} \\| \`([^|]+)\` \\|`).exec(manual)?.[1] ?? ''

  it('gives values that a client written from it computes, too', () => {
    const account = { platformNo: 'P0003', keyVersion: 2, aesKey: shownValue('AES Key'), aesIv: shownValue('AES IV') }
    const client = new PartnerClient(account, () => Promise.reject(new Error('sends nothing')))
    const request = client.request('echo', JSON.parse(shownValue('明文')), { timestamp: '1736906400', nonce: shownValue('nonce') })
    expect(request.path).toBe(shownValue('路徑'))
    expect(JSON.parse(request.body)).toEqual({ data: shownValue('`data`') })
    expect(request.headers['x-signature']).toBe(shownValue('簽章'))
  })

  it('the manual names every call and every code with its status', () => {
    for (const name of partnerCallNames) expect(manual, name).toContain(`\`${name}\``)
    for (const [code, { status, text }] of Object.entries(partnerCodes)) {
      expect(manual, code).toContain(`| ${code} | ${status} | ${text.split('{}')[0]}`)
    }
  })
})
