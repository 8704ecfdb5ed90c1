/** What the test files of a run share: made by globalSetup, read by each file. */
export interface TestRun {
  readonly kind: 'embedded' | 'postgres'
  /** Temporary folder of the run. */
  readonly folder: string
  /** Folder of the templates; of the embedded engine the parts of one `npm test` share it. */
  readonly templates: string
  /** Folder of programs that are built for the run; within the project, where they find packages. */
  readonly programs: string
  /** Server on which databases may be created; null for the embedded engine. */
  readonly serverUrl: string | null
  /** Distinguishes the databases of parallel runs. */
  readonly id: string
}
