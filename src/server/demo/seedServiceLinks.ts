import type { DemoWorld } from './world.ts'

/** Pages that the portal's footer links to. An installation without demo data enters its own. */
const links = {
  'SERVICE.CONTACT_URL': 'https://www.example.com/contact',
  'SERVICE.INTRO_URL': 'https://www.example.com/corporate',
} as const

export async function seedServiceLinks({ trx }: DemoWorld): Promise<void> {
  for (const [code, value] of Object.entries(links)) {
    await trx.updateTable('codeTable').set({ value }).where('code', '=', code).where('value', 'is', null).execute()
  }
}
