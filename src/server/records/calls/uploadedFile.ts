import type { FastifyRequest } from 'fastify'
import { message } from '../../../rules/messages.ts'
import { ApiError } from '../../platform/errors.ts'

/** An uploaded file, and the text parts of the form that came before it. */
export interface UploadedFile {
  readonly bytes: Uint8Array
  readonly texts: Readonly<Record<string, string>>
}

/**
 * Reads the whole file into memory; `limitOpenCalls` limits how many are read at a time.
 *
 * @throws 400: M05 without a file, M17 for more than the 10 MB that the multipart reader accepts
 */
export async function uploadedFile(request: FastifyRequest): Promise<UploadedFile> {
  try {
    return await readFile(request)
  } catch (error) {
    throw uploadError(error)
  }
}

async function readFile(request: FastifyRequest): Promise<UploadedFile> {
  const part = request.isMultipart() ? await request.file() : undefined
  if (!part) throw new ApiError(400, 'M05', message('M05', { title: '檔案' }))
  const texts = Object.entries(part.fields).flatMap(([name, field]) => {
    const value = field && 'value' in field ? field.value : undefined
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  return { bytes: await part.toBuffer(), texts: Object.fromEntries(texts) }
}

/** Converts errors of the multipart reader, which has no status for most faults of a body, so that they would count as our own failures. */
function uploadError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const { code } = error as { readonly code?: unknown }
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new ApiError(400, 'M17', '檔案大小不可超過 10 MB', { cause: error })
  return new ApiError(400, 'M17', '上傳的內容不完整或格式錯誤，請重新上傳', { cause: error })
}
