import { sql } from 'kysely'
import { recordStatus } from '../../../../rules/codes.generated.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/tables.ts'
import { type DerivedKeys, deriveKeys, readKeys } from '../../connection/public.ts'
import { AddressList } from './addressList.ts'

/** Data of a platform that its calls are checked against. */
export interface KnownPlatform {
  readonly platformNo: string
  /** row_version of the platform: every change of it, its keys included, makes it grow. */
  readonly version: number
  readonly isEnabled: boolean
  readonly companyNos: ReadonlySet<string>
  readonly allowedApis: ReadonlySet<string>
  readonly addresses: AddressList
  readonly callsPerMinute: number
  /** Newest first. Older keys are valid until their `validTo`. */
  readonly keys: readonly (DerivedKeys & { readonly validTo: Date | null })[]
  /** Clock of this process when it was read. */
  readonly readAt: number
}

interface PlatformRow {
  readonly rowVersion: number
  readonly status: string
  readonly companyNos: readonly string[]
  readonly allowedApis: readonly string[]
  readonly ipWhitelist: readonly string[]
  readonly rateLimitPerMinute: number
}

/**
 * Platforms with their derived keys. An entry may be outdated: before a call is refused because of it, it is read again, and for an
 * admitted call the database compares its version (`partner_admit`). So a change counts from its commit on, in every process.
 */
export class PlatformCache {
  readonly #db: Database
  readonly #secret: Uint8Array
  readonly #clock: Clock
  readonly #known = new Map<string, KnownPlatform>()

  constructor(db: Database, secret: Uint8Array, clock: Clock) {
    this.#db = db
    this.#secret = secret
    this.#clock = clock
  }

  known(platformNo: string): KnownPlatform | null {
    return this.#known.get(platformNo) ?? null
  }

  /** Reads it now; null when there is none. */
  async read(platformNo: string): Promise<KnownPlatform | null> {
    const platform = await this.#load(platformNo)
    if (platform) this.#known.set(platformNo, platform)
    else this.#known.delete(platformNo)
    return platform
  }

  async #load(platformNo: string): Promise<KnownPlatform | null> {
    const { rows } = await sql<PlatformRow>`
      select row_version, status, company_nos, allowed_apis, ip_whitelist, rate_limit_per_minute
      from connection_platform where platform_no = ${platformNo}`.execute(this.#db)
    const row = rows[0]
    if (!row) return null
    const now = this.#clock.now()
    // Keys are read after the version. A key rotation in between then gives an old version with new keys, which the database refuses,
    // and never the reverse.
    const keys = await readKeys(this.#db, this.#secret, platformNo, now)
    return {
      platformNo,
      version: row.rowVersion,
      isEnabled: row.status === recordStatus.enabled,
      companyNos: new Set(row.companyNos),
      allowedApis: new Set(row.allowedApis),
      addresses: new AddressList(row.ipWhitelist),
      callsPerMinute: row.rateLimitPerMinute,
      keys: keys.map((key) => ({ ...deriveKeys(key), validTo: key.validTo })),
      readAt: now.getTime(),
    }
  }
}
