import { imageSizeOf } from './imageSize.ts'
import { isWholePicture } from './wholePicture.ts'

/** Text for a wrong file type, as given in specification 8. */
export const imageExtensionText = '只允許以下副檔名之圖片檔案：png、gif、jpeg、jpg、bmp'
/** Text for a file that is too large, as given in specification 8. */
export const imageSizeText = '圖片大小必須小於 1MB!'
/** Text for a picture of more than 4,096 × 4,096 pixels, because decoding such a file can take gigabytes of memory. */
export const imagePixelsText = '圖片尺寸不可超過 4096 x 4096 像素'
/** Text for a picture of which the end is missing, as after an upload that broke off. */
export const imageBrokenText = '圖片不完整或已損壞，請重新選擇檔案'
/** Most pixels of a side. */
export const imageSideMax = 4096
/** An image must be smaller than this. */
export const imageBytesLimit = 1024 * 1024

const extensions = ['png', 'gif', 'jpeg', 'jpg', 'bmp']
const dataUrlStart = /^data:image\/(png|gif|jpeg|jpg|bmp|x-ms-bmp);base64,/

/** First bytes of each type. */
const signatures: Readonly<Record<string, readonly number[]>> = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  gif: [0x47, 0x49, 0x46, 0x38],
  jpeg: [0xff, 0xd8, 0xff],
  jpg: [0xff, 0xd8, 0xff],
  bmp: [0x42, 0x4d],
  'x-ms-bmp': [0x42, 0x4d],
}

/** Problem of a chosen file, or null. The extension is checked first; its case does not matter. */
export function imageFileProblem(file: { readonly name: string; readonly size: number }): string | null {
  const extension = file.name.includes('.') ? (file.name.split('.').at(-1) ?? '').toLowerCase() : ''
  if (!extensions.includes(extension)) return imageExtensionText
  return file.size < imageBytesLimit ? null : imageSizeText
}

/**
 * Problem of an uploaded image (base64 data URL), or null: type, first bytes that match the type, size in bytes, declared width and height,
 * and that its end is there.
 */
export function imageDataUrlProblem(text: string): string | null {
  const start = dataUrlStart.exec(text)
  const content = start ? text.slice(start[0].length) : ''
  const problem = contentProblem(content, signatures[start?.[1] ?? ''])
  if (problem === null) return pictureProblem(bytesOf(content))
  return problem === 'size' ? imageSizeText : imageExtensionText
}

/**
 * Problem of the base64 content of a data URL below 1 MB, or null.
 *
 * @param signature first bytes that the type must have; undefined for a type that is not allowed
 */
export function contentProblem(content: string, signature: readonly number[] | undefined): 'type' | 'size' | null {
  if (signature === undefined || content === '' || content.length % 4 !== 0) return 'type'
  if (decodedLength(content) >= imageBytesLimit) return 'size'
  return /^[A-Za-z0-9+/]+={0,2}$/.test(content) && startsWith(content, signature) ? null : 'type'
}

function pictureProblem(bytes: Uint8Array): string | null {
  const size = imageSizeOf(bytes)
  if (size === null) return imageExtensionText
  if (Math.max(size.width, size.height) > imageSideMax) return imagePixelsText
  return isWholePicture(bytes) ? null : imageBrokenText
}

function bytesOf(base64: string): Uint8Array {
  const letters = atob(base64)
  const bytes = new Uint8Array(letters.length)
  for (let index = 0; index < letters.length; index += 1) bytes[index] = letters.charCodeAt(index)
  return bytes
}

export function isImageDataUrl(text: string): boolean {
  return imageDataUrlProblem(text) === null
}

function decodedLength(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  return (base64.length / 4) * 3 - padding
}

function startsWith(base64: string, signature: readonly number[]): boolean {
  const head = atob(base64.slice(0, 16))
  return signature.every((byte, index) => head.charCodeAt(index) === byte)
}
