import { expect, it, vi } from 'vitest'
import { loadOnce } from './loadOnce.ts'

it('code is asked for once, and again only after a failure', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('斷線')).mockResolvedValue('程式')
  const fetched = loadOnce(load)
  await expect(fetched()).rejects.toThrow('斷線')
  expect(await Promise.all([fetched(), fetched()])).toEqual(['程式', '程式'])
  expect(await fetched()).toBe('程式')
  expect(load).toHaveBeenCalledTimes(2)
})
