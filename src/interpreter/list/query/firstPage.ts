import type { ResolvedScreen } from '../../../language/resolved.ts'
import type { ListPage } from '../../shared/calls/listPage.ts'

/** The rows that a list shows first, asked for before the list is drawn. */
export interface FirstPage {
  /** Of the query; a list that wants other rows asks itself. */
  readonly address: string
  readonly call: Promise<ListPage>
  /** Null until it has come. */
  page: ListPage | null
}

const asked = new WeakMap<ResolvedScreen, FirstPage>()

/** Keeps a page that was asked for. Resolves when it is there or has failed, which the list tells, because it takes the call. */
export async function keepFirstPage(screen: ResolvedScreen, address: string, call: Promise<ListPage>): Promise<void> {
  const first: FirstPage = { address, call, page: null }
  asked.set(screen, first)
  first.page = await call.catch(() => null)
}

/** The first page of a list that is drawn for the first time, when it is that of the query. */
export function firstPageOf(screen: ResolvedScreen, address: string): FirstPage | undefined {
  const first = asked.get(screen)
  return first?.address === address ? first : undefined
}

/** From now on the list asks itself. */
export function forgetFirstPage(screen: ResolvedScreen): void {
  asked.delete(screen)
}
