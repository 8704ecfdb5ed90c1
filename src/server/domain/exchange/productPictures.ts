import { couponBatchStatus } from '../../../rules/codes.generated.ts'
import type { Executor } from '../../platform/database/tables.ts'
import type { StoredPicture } from '../../platform/pictures/pictures.ts'

/** Products whose pictures everybody may see: those that are or were offered. */
const shownStatuses = [couponBatchStatus.onSale, couponBatchStatus.paused, couponBatchStatus.closed] as const

/** Where the pictures of a product are. */
export const pictureAddress = (couponBatchNo: string) => `/api/portal/exchange/coupons/${couponBatchNo}/image`

/** The picture of a product that is or was offered, as a data URL. */
export async function findProductImage(db: Executor, couponBatchNo: string): Promise<string | null> {
  const row = await db
    .selectFrom('couponBatch')
    .select('image')
    .where('couponBatchNo', '=', couponBatchNo)
    .where('status', 'in', [...shownStatuses])
    .executeTakeFirst()
  return row?.image ?? null
}

/** The same picture, not read yet; null when there is no such product. */
export async function findProductPicture(db: Executor, couponBatchNo: string): Promise<StoredPicture | null> {
  const row = await db
    .selectFrom('couponBatch')
    .select(['couponBatchNo', 'rowVersion'])
    .where('couponBatchNo', '=', couponBatchNo)
    .where('status', 'in', [...shownStatuses])
    .executeTakeFirst()
  return row ? storedPictureOf(db, row) : null
}

/** @param product one that is or was offered */
export function storedPictureOf(
  db: Executor,
  { couponBatchNo, rowVersion }: { readonly couponBatchNo: string; readonly rowVersion: number },
): StoredPicture {
  return { key: `couponBatch ${couponBatchNo} ${rowVersion}`, read: () => findProductImage(db, couponBatchNo) }
}
