import Type from 'typebox'
import { orNull, Whole } from './shapes.ts'
import { Fact, tableOf } from './shown.ts'

/** ISO 8601, as records have it. */
const Instant = Type.String({ format: 'date-time' })
const key = { aesKey: Type.String(), aesIv: Type.String() }

/** `GET /api/account/generate_aes_keyandiv`; shown once. */
export const PartnerKey = Type.Object(key)

/** `GET /api/connection/webhook/secret`; shown once. */
export const WebhookSecret = Type.Object({ secret: Type.String() })

/** `POST /api/connection/connection_platform/{id}/rotate_key`; shown once. */
export const RotatedKey = Type.Object({ ...key, keyVersion: Whole, oldKeyValidTo: orNull(Instant) })

/** `POST /api/connection/connection_platform/{id}/stop_old_key` */
export const StoppedKey = Type.Object({ oldKeyValidTo: orNull(Instant) })

const headers = tableOf(Type.Object({ name: Type.String(), value: Type.String() }))

/** `POST /api/connection/connection_platform/{id}/test`: what was sent and what came back. */
export const ConnectionTest = Type.Object({
  ...{ result: Fact, duration: Fact, address: Fact, request: Fact, requestHeaders: headers, plainBody: Fact, encryptedBody: Fact },
  ...{ status: Fact, signature: Fact, responseHeaders: headers, encryptedAnswer: Fact, plainAnswer: Fact },
})
