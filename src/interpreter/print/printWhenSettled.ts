/**
 * Prints when fonts and pictures are loaded. Some browsers return from `print` before the dialog is closed, so its end is detected by an
 * event.
 *
 * @returns function that stops waiting
 */
export function printWhenSettled(onDone: () => void): () => void {
  let isStopped = false
  window.addEventListener('afterprint', onDone, { once: true })
  void Promise.allSettled([
    fontsAreThere(),
    ...[...document.querySelectorAll<HTMLImageElement>('.print-sheet img')].map((image) => image.decode()),
  ]).then(() => !isStopped && window.print())
  return () => {
    isStopped = true
    window.removeEventListener('afterprint', onDone)
  }
}

async function fontsAreThere(): Promise<void> {
  await document.fonts?.ready
}
