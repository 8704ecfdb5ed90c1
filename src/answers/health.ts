import Type from 'typebox'
import { wordOf } from './shapes.ts'

/** `GET /healthz`, `GET /readyz` */
export const Health = Type.Object({ status: wordOf('ok', 'read-only', 'unavailable'), reason: Type.Optional(Type.String()) })
