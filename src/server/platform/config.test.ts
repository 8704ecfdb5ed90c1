import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { readConfig, readStartConfig } from './config.ts'
import { ConfigError, type Environment } from './environment.ts'
import { loadSecrets } from './secrets.ts'

function problemsOf(environment: Environment): readonly string[] {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('readConfig', () => {
  it('needs nothing outside production', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      databaseUrl: null,
      demo: true,
      publicUrl: 'http://localhost:8080',
    })
  })

  it('reports every mistake together', () => {
    const problems = problemsOf({ PORT: 'eighty', DEMO: 'maybe', DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud', LOCK_MINUTES: '0' })
    expect(problems).toHaveLength(5)
    for (const name of ['PORT', 'DEMO', 'DATABASE_URL', 'LOG_LEVEL', 'LOCK_MINUTES']) {
      expect(problems.some((problem) => problem.startsWith(name))).toBe(true)
    }
  })

  it('never repeats an address that may hold a password', () => {
    expect(problemsOf({ DATABASE_URL: 'mysql://root:hunter2@host/db' }).join()).not.toContain('hunter2')
  })

  it('asks for the address of the server beside that of the owner', () => {
    const owner = 'postgres://owner@host/points'
    expect(problemsOf({ DATABASE_OWNER_URL: owner })).toEqual([expect.stringContaining('DATABASE_URL')])
    expect(readConfig({ DATABASE_OWNER_URL: owner, DATABASE_URL: 'postgres://server@host/points' }).databaseOwnerUrl).toBe(owner)
  })

  it('takes addresses and networks of proxies, and nothing that trusts everybody', () => {
    const proxies = 'loopback, 10.0.0.0/8,192.0.2.7 , 2001:db8::/32'
    expect(readConfig({ TRUSTED_PROXIES: proxies }).trustedProxies).toEqual(['loopback', '10.0.0.0/8', '192.0.2.7', '2001:db8::/32'])
    for (const wrong of [
      'true',
      '1',
      '10.0.0.0/33',
      '10.0.0/8',
      '0.0.0.0/0',
      '::/0',
      '*',
      'proxy.example',
      '10.0.0.1,,10.0.0.2',
      '1.2.3.4/8/8',
    ])
      expect(problemsOf({ TRUSTED_PROXIES: wrong, PORT: 'x' })).toEqual([
        expect.stringContaining('PORT'),
        expect.stringContaining('TRUSTED_PROXIES'),
      ])
  })

  it('refuses a production start with demo data, embedded database, http address, debug log or no mail server', () => {
    const problems = problemsOf({
      NODE_ENV: 'production',
      DEMO: '1',
      PUBLIC_URL: 'http://points.example',
      LOG_LEVEL: 'debug',
      CAPTCHA: 'off',
    })
    expect(problems).toHaveLength(6)
    expect(problems).toContainEqual(expect.stringContaining('SMTP_URL'))
  })

  it('allows the embedded database in production by its explicit switch', () => {
    const smtp = { SMTP_URL: 'smtp://mail.example' }
    const environment = { NODE_ENV: 'production', PUBLIC_URL: 'https://points.example/', EMBEDDED_IN_PRODUCTION: '1', ...smtp }
    expect(readConfig(environment)).toMatchObject({ production: true, demo: false, tls: true, publicUrl: 'https://points.example' })
  })
})

describe('loadSecrets', () => {
  const folders: string[] = []
  const dataDir = () => {
    const folder = mkdtempSync(join(tmpdir(), 'loyalty-secrets-'))
    folders.push(folder)
    return folder
  }
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
  })
  const production = (folder: string) =>
    readConfig({
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://h/d',
      PUBLIC_URL: 'https://points.example',
      SMTP_URL: 'smtp://mail.example',
      DATA_DIR: folder,
    })

  it('makes 256-bit secrets at the first run in a file that only its owner reads, and finds them again', () => {
    const config = readConfig({ DATA_DIR: dataDir() })
    const first = loadSecrets(config, {})
    expect(Object.values(first).every((secret) => secret.length === 32)).toBe(true)
    expect(statSync(config.secretsFile).mode & 0o777).toBe(0o600)
    expect(loadSecrets(config, {})).toEqual(first)
  })

  it('prefers the environment', () => {
    const given = randomBytes(32).toString('hex')
    const secrets = loadSecrets(readConfig({ DATA_DIR: dataDir() }), { SECRET_ANTI_FORGERY: given })
    expect(secrets.antiForgery.toString('hex')).toBe(given)
  })

  it('refuses missing and short secrets in production, all at once', () => {
    expect(() => loadSecrets(production(dataDir()), { SECRET_ANTI_FORGERY: 'short' })).toThrow(/SECRET_TOKEN_SIGNING[\s\S]*antiForgery/)
  })

  const variables = ['TOKEN_SIGNING', 'ANTI_FORGERY', 'REFRESH_TOKEN', 'FIELD_ENCRYPTION', 'LOOKUP_HASH'].map((name) => `SECRET_${name}`)
  const allOf = (make: () => string) => Object.fromEntries(variables.map((name) => [name, make()]))
  const strong = () => randomBytes(32).toString('hex')

  it.each(['production', 'development'])('refuses guessable secrets in %s', (mode) => {
    const environment = {
      ...allOf(strong),
      ...{ SECRET_ANTI_FORGERY: '0'.repeat(64), SECRET_LOOKUP_HASH: Buffer.from('loyalty-points-server-secret-no1').toString('hex') },
    }
    const config = mode === 'production' ? production(dataDir()) : readConfig({ DATA_DIR: dataDir() })
    expect(() => loadSecrets(config, environment)).toThrow(/ANTI_FORGERY（antiForgery） 過於簡單[\s\S]*LOOKUP_HASH（lookupHash） 過於簡單/)
  })

  it('refuses one secret for several purposes, wherever they are kept', () => {
    const one = strong()
    expect(() =>
      loadSecrets(
        production(dataDir()),
        allOf(() => one),
      ),
    ).toThrow(/（tokenSigning）、.*（lookupHash） 相同/)
    const config = readConfig({ DATA_DIR: dataDir() })
    const { antiForgery } = loadSecrets(config, {})
    expect(() => loadSecrets(config, { SECRET_LOOKUP_HASH: antiForgery.toString('hex') })).toThrow(/（antiForgery）、.*（lookupHash） 相同/)
  })

  it('tells mistakes of settings and secrets together, and leaves nothing behind', () => {
    const folder = dataDir()
    const environment = { ...allOf(strong), NODE_ENV: 'production', DATA_DIR: folder, DEMO: '1', SECRET_ANTI_FORGERY: 'f'.repeat(64) }
    expect(() => readStartConfig(environment)).toThrow(/DEMO=1[\s\S]*DATABASE_URL[\s\S]*PUBLIC_URL[\s\S]*SECRET_ANTI_FORGERY/)
    expect(readdirSync(folder)).toEqual([])
  })

  it('makes none before the start is sure', () => {
    const folder = dataDir()
    expect(readStartConfig({ DATA_DIR: folder }).dataDir).toBe(folder)
    expect(readdirSync(folder)).toEqual([])
  })

  it('refuses a file that others can read', () => {
    const config = readConfig({ DATA_DIR: dataDir() })
    writeFileSync(config.secretsFile, '{}', { mode: 0o644 })
    expect(() => loadSecrets(config, {})).toThrow(/chmod 600/)
  })
})
