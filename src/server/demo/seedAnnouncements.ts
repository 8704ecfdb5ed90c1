import { formatSerialNo } from '../../rules/serialNo.ts'
import type { RecordValues } from '../records/hooks.ts'
import { demoSerial } from './demoSerial.ts'
import { type DemoWorld, daysBefore, recordsOf } from './world.ts'

interface DemoAnnouncement {
  readonly values: RecordValues
  readonly createdDaysAgo: number
  readonly endsInDays: number
  readonly steps: readonly ('publish' | 'withdraw')[]
}

const announcements: readonly DemoAnnouncement[] = [
  {
    values: {
      category: '1',
      title: '歡迎使用',
      content: '<p>歡迎使用點數管理後台。左側功能選單依您的權限顯示；首頁的待辦事項會列出等待您審核的資料。</p>',
      audience: ['1', '2'],
      isPinned: true,
    },
    createdDaysAgo: 3,
    endsInDays: 730,
    steps: ['publish'],
  },
  {
    values: {
      category: '1',
      title: '示範資料說明',
      content:
        '<p>本系統目前載入示範資料：12 家特約商、40 間門市、3 個介接平台。</p><ul><li>公司、人名、統一編號皆為虛構。</li>' +
        '<li>申請與審核須由不同帳號執行，例如 ops01 送審、fm01 核准。</li><li>mer01 只看得到日日好超市；mer02 可檢視所屬集團。</li>' +
        `<li>點數兌換可用示範序號 ${formatSerialNo(demoSerial.serialNo)}，密碼 ${demoSerial.pin}（${demoSerial.points} 點）。</li></ul>`,
      audience: ['1', '2'],
      isPinned: true,
    },
    createdDaysAgo: 3,
    endsInDays: 730,
    steps: ['publish'],
  },
  {
    values: {
      category: '2',
      title: '對帳單寄送時間調整',
      content: '<p>自下月起，月結對帳單改於每月 5 日寄送至帳務電子郵件，請確認聯絡資料是否正確。</p>',
      audience: ['2'],
      isPinned: false,
    },
    createdDaysAgo: 10,
    endsInDays: 60,
    steps: ['publish'],
  },
  {
    values: {
      category: '4',
      title: '系統維護通知',
      content: '<p>系統預定於週日 02:00 至 04:00 進行維護，期間暫停服務。</p>',
      audience: ['1', '2', '3'],
      isPinned: false,
    },
    createdDaysAgo: 1,
    endsInDays: 30,
    steps: [],
  },
  {
    values: {
      category: '3',
      title: '年度加碼活動開跑',
      content: '<p>指定特約商消費滿額享點數加碼，詳情請洽行銷人員。</p>',
      audience: ['1', '2'],
      isPinned: false,
    },
    createdDaysAgo: 90,
    endsInDays: 10,
    steps: ['publish', 'withdraw'],
  },
]

/** Seeds five announcements; two of them are published to staff at the first start (domain 10). */
export async function seedAnnouncements(world: DemoWorld): Promise<void> {
  for (const { values, createdDaysAgo, endsInDays, steps } of announcements) {
    const startAt = daysBefore(world, createdDaysAgo, 0).toISOString()
    const endAt = daysBefore(world, -endsInDays, 0).toISOString()
    let record = await recordsOf(world, 'announcement', 'ops01', daysBefore(world, createdDaysAgo, 9)).create({ ...values, startAt, endAt })
    for (const [index, step] of steps.entries()) {
      record = await recordsOf(world, 'announcement', 'ops01', daysBefore(world, createdDaysAgo - index, 10)).transition(record, step)
    }
  }
}
