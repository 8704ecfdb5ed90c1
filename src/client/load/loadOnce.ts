/**
 * Fetches code once. To ask the browser again for a module that is there costs a task for each file that it is made of, some hundred for
 * what a first click needs. After a failure the next call tries again.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null
  return () => {
    loading ??= load().catch((problem: unknown) => {
      loading = null
      throw problem
    })
    return loading
  }
}
