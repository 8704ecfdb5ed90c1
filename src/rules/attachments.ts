import { contentProblem, imageBrokenText, imageBytesLimit, imageDataUrlProblem, imagePixelsText } from './images.ts'

/** Text for a file that is neither a picture nor a PDF. */
export const fileTypeText = '只允許以下副檔名之檔案：png、gif、jpeg、jpg、bmp、pdf'
/** Text for a file that is too large. */
export const fileSizeText = '檔案大小必須小於 1MB!'

const extensions = ['png', 'gif', 'jpeg', 'jpg', 'bmp', 'pdf']
const pdfStart = 'data:application/pdf;base64,'
const pdfSignature = [0x25, 0x50, 0x44, 0x46, 0x2d]

/** Problem of a chosen file, or null. The name is checked first. */
export function attachedFileProblem({ name, size }: { readonly name: string; readonly size: number }): string | null {
  const extension = name.includes('.') ? (name.split('.').at(-1) ?? '').toLowerCase() : ''
  if (!extensions.includes(extension)) return fileTypeText
  return size < imageBytesLimit ? null : fileSizeText
}

/** Problem of the content of an attached file (base64 data URL of a picture or a PDF, below 1 MB), or null. */
export function fileDataUrlProblem(text: string): string | null {
  if (!text.startsWith(pdfStart)) {
    const problem = imageDataUrlProblem(text)
    if (problem === null) return null
    if (problem === imagePixelsText || problem === imageBrokenText) return problem
    return text.length > imageBytesLimit ? fileSizeText : fileTypeText
  }
  const problem = contentProblem(text.slice(pdfStart.length), pdfSignature)
  if (problem === null) return null
  return problem === 'size' ? fileSizeText : fileTypeText
}

export function isFileDataUrl(text: string): boolean {
  return fileDataUrlProblem(text) === null
}
