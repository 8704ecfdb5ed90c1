/** Saves a file by the browser's download. */
export function saveFile(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
  // Later, because revoking at once would cancel the download in some browsers.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** The file name in a Content-Disposition header: `filename*` (RFC 5987), otherwise `filename`; undefined without either. */
export function fileNameOf(contentDisposition: string | undefined): string | undefined {
  const encoded = contentDisposition?.match(/filename\*=UTF-8''([^;]+)/i)?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return contentDisposition?.match(/filename="?([^";]+)"?/i)?.[1]
}
