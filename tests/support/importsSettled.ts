import { afterAll, vi } from 'vitest'

// Runs before each test file. A file may end while code is still being fetched: vitest then refuses the fetches that wait, and keeps each
// refused module as broken for all later files of the worker. So a file ends when its code is there.
afterAll(() => vi.dynamicImportSettled())
