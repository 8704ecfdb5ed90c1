import type { Known, Names, OptionNames } from '../catalog/known.ts'
import type { Finding } from '../findings/source.ts'
import { StepMemory } from '../memory/stepMemory.ts'
import type { Shown } from './dashboard/dashboardContext.ts'
import type { checkScreen } from './documentRules.ts'
import type { RawDocument, ReadDocument, Sources } from './readDocument.ts'

/** Of other documents a step reads a few members: the title of a screen concerns none of those that link to it. */
const documentMaps = ['entities', 'dictionaryDocuments', 'screenDocuments', 'screensByEntity', 'screensByResource'] as const

/**
 * What each step found last for each document. The result of a check does not depend on it, only its cost: what a change does not touch is
 * not worked out again.
 */
export class CheckMemory {
  readonly json = new StepMemory<object, RawDocument>()
  readonly reading = new StepMemory<Sources, ReadDocument>(['screens'])
  readonly coding = new StepMemory<OptionNames, ReadDocument>(['entities', 'dictionaryDocuments'])
  readonly borrowing = new StepMemory<Pick<Names, 'entities'>, ReadDocument>()
  readonly rules = new StepMemory<Names, readonly Finding[]>(documentMaps)
  readonly screens = new StepMemory<Names, ReturnType<typeof checkScreen>>(documentMaps)
  readonly dashboards = new StepMemory<Names & Shown, readonly Finding[]>([...documentMaps, 'shownByEntity'])

  keepOnly(paths: ReadonlySet<string>): void {
    for (const step of [this.json, this.reading, this.coding, this.borrowing, this.rules, this.screens, this.dashboards])
      step.keepOnly(paths)
  }
}

/** By what code knows, which is one object for the life of a process. */
const memories = new WeakMap<Known, CheckMemory>()

/** The memory of the checks with this `known`. */
export function memoryOf(known: Known): CheckMemory {
  const memory = memories.get(known) ?? new CheckMemory()
  memories.set(known, memory)
  return memory
}
