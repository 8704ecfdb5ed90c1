import Type from 'typebox'
import { listOf, orNull, Whole } from './shapes.ts'
import { Fact, tableOf } from './shown.ts'

const text = orNull(Type.String())

/** `POST /api/warning/warning/{id}/backtest` */
export const Backtest = Type.Object({
  days: Fact,
  hitCount: Fact,
  hits: tableOf(
    Type.Object({
      ...{ occurredAt: Type.String(), companyNo: text, retailStoreNo: text, memberNo: text, transactionNo: text },
      ...{ points: orNull(Whole), measuredValue: text, thresholdValue: text },
    }),
  ),
})

/** A draft in 點數調整單設定. */
export const DraftedSheet = Type.Object({ sheetNo: Type.String() })

/** `POST /api/warning/log_activity_exception/make_up`: a verdict per row, as bulk actions answer, and the sheet that all share. */
export const MadeUp = Type.Object({
  results: listOf(Type.Object({ id: Whole, label: Type.String(), ok: Type.Boolean(), message: Type.String() })),
  okCount: Whole,
  failedCount: Whole,
  sheetNo: Type.String(),
})
