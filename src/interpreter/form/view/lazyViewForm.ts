import { late } from '../../../client/load/late.tsx'
import { ShellSpinner } from '../frame/FormShell.tsx'

/** Loaded on demand, because it has parts that no input form needs. */
export const LazyViewForm = late(async () => (await import('./ViewForm.tsx')).ViewForm, { Waiting: ShellSpinner })
