import Type from 'typebox'
import { ImportCheck, RecordValues } from './records.ts'
import { listOf, orNull, Whole } from './shapes.ts'
import { tableOf } from './shown.ts'

const text = orNull(Type.String())

/** `POST /api/points/{screen}/{id}/reveal_members`: the whole numbers of a sheet's members. */
export const RevealedMembers = Type.Object({
  members: tableOf(Type.Object({ lineNo: Whole, memberNo: text, corporateNo: text, points: Whole })),
})

/** `POST /api/points/adjustmentslist/lines/import`: rows for the form that asked; none while something is wrong with the file. */
export const CheckedLines = Type.Object({ ...ImportCheck.properties, values: listOf(RecordValues) })
