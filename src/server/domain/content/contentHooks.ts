import { type ContentType, contentStatus, contentType } from '../../../rules/codes.generated.ts'
import type { Executor } from '../../platform/database/tables.ts'
import { fieldsError } from '../../platform/errors.ts'
import type { HookContext, NewRecordOf, RecordHooks } from '../../records/hooks.ts'

/** Content types with several entries, each with a place (`displayOrder`) of its own: banners, steps and questions. */
const listTypes: readonly ContentType[] = [contentType.banner, contentType.steps, contentType.questions]

/** Archives a text by the `archive` step of the records engine, so that its history shows it. */
export type ArchiveContent = (context: HookContext, id: number) => Promise<void>

/** Rules of 兌換網站內容管理 (domain 3.4, 4.17). */
export function createContentHooks(archive: ArchiveContent): RecordHooks<'portalContent'> {
  return {
    async beforeCreate({ trx }, input) {
      await assertVersionFree(trx, input, null)
      return { ...input, image: imageOf(input) }
    },
    async beforeUpdate({ trx }, before, changes) {
      const after = { ...before, ...changes }
      if (changes.displayOrder !== undefined) await assertVersionFree(trx, after, before.id)
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

type Content = NewRecordOf<'portalContent'>

function imageOf(content: Content): string | null {
  return content.contentType === contentType.banner || content.contentType === contentType.steps ? (content.image ?? null) : null
}

/** Finds the published text that the new one replaces. */
function findFormer(trx: Executor, content: Pick<Content, 'contentType' | 'displayOrder'>) {
  const published = trx
    .selectFrom('portalContent')
    .select('id')
    .where('contentType', '=', content.contentType)
    .where('status', '=', contentStatus.published)
  const inPlace = listTypes.includes(content.contentType) ? published.where('displayOrder', '=', content.displayOrder) : published
  return inPlace.executeTakeFirst()
}

async function assertVersionFree(trx: Executor, content: Content, exceptId: number | null): Promise<void> {
  const same = trx
    .selectFrom('portalContent')
    .select('id')
    .where('contentType', '=', content.contentType)
    .where('version', '=', content.version)
    .where('id', 'is distinct from', exceptId)
  const inPlace = listTypes.includes(content.contentType) ? same.where('displayOrder', '=', content.displayOrder) : same
  if (await inPlace.executeTakeFirst()) throw fieldsError({ version: '版本 已存在，請重新輸入。' }, 'M07', 409)
}
