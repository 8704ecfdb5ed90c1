import type { Executor } from '../../platform/database/tables.ts'
import { refuseFields } from '../../platform/errors.ts'
import type { HookContext, RecordHooks, RecordValues, StoredRecord } from '../../records/hooks.ts'
import './tables.ts'

/** Banners, steps and questions: many of one type, each in a place (`displayOrder`) of its own. */
const listTypes: readonly unknown[] = ['1', '5', '6']

/** Takes a text out of force: the `archive` step of the records engine, with history. */
export type ArchiveContent = (context: HookContext, id: number) => Promise<void>

/** Rules of 兌換網站內容管理 (domain 3.4, 4.17). */
export function createContentHooks(archive: ArchiveContent): RecordHooks {
  return {
    async beforeCreate({ trx }, input) {
      await refuseUsedVersion(trx, input, null)
      return { ...input, image: imageOf(input) }
    },
    async beforeUpdate({ trx }, before, changes) {
      const after = { ...before, ...changes }
      if (changes.displayOrder !== undefined) await refuseUsedVersion(trx, after, before.id)
      return changes.image === undefined ? changes : { ...changes, image: imageOf(after) }
    },
    transitions: {
      async publish(context, content) {
        const former = await findFormer(context.trx, content)
        if (former) await archive(context, former.id)
        return { publishedAt: context.now.toISOString() }
      },
    },
  }
}

function imageOf(content: RecordValues): unknown {
  return content.contentType === '1' || content.contentType === '5' ? (content.image ?? null) : null
}

/** What the new text takes the place of. */
function findFormer(trx: Executor, content: StoredRecord) {
  const published = trx
    .selectFrom('portalContent')
    .select('id')
    .where('contentType', '=', String(content.contentType))
    .where('status', '=', '2')
  const inPlace = listTypes.includes(content.contentType) ? published.where('displayOrder', '=', Number(content.displayOrder)) : published
  return inPlace.executeTakeFirst()
}

async function refuseUsedVersion(trx: Executor, content: RecordValues, exceptId: number | null): Promise<void> {
  const same = trx
    .selectFrom('portalContent')
    .select('id')
    .where('contentType', '=', String(content.contentType))
    .where('version', '=', String(content.version))
    .where('id', 'is distinct from', exceptId)
  const inPlace = listTypes.includes(content.contentType) ? same.where('displayOrder', '=', Number(content.displayOrder)) : same
  if (await inPlace.executeTakeFirst()) throw refuseFields({ version: '版本 已存在，請重新輸入。' }, 'M07', 409)
}
