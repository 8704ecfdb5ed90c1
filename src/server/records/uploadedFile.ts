import type { FastifyRequest } from 'fastify'
import { message } from '../../rules/messages.ts'
import { ApiError } from '../platform/errors.ts'

/** An uploaded file, and the texts of the form parts that came before it. */
export interface UploadedFile {
  readonly bytes: Uint8Array
  readonly texts: Readonly<Record<string, string>>
}

/** @throws 400: M05 without a file, M17 for more than the 10 MB that the multipart reader takes */
export async function uploadedFile(request: FastifyRequest): Promise<UploadedFile> {
  const part = request.isMultipart() ? await request.file() : undefined
  if (!part) throw new ApiError(400, 'M05', message('M05', { title: '檔案' }))
  const texts = Object.entries(part.fields).flatMap(([name, field]) => {
    const value = field && 'value' in field ? field.value : undefined
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  try {
    return { bytes: await part.toBuffer(), texts: Object.fromEntries(texts) }
  } catch (error) {
    throw new ApiError(400, 'M17', '檔案大小不可超過 10 MB', { cause: error })
  }
}
