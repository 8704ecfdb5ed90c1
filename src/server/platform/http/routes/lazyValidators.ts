import { setImmediate } from 'node:timers/promises'
import createCompilerFactory, { type BuildCompilerFromPool } from '@fastify/ajv-compiler'

/** The compiler that Fastify makes from ajv. */
type Compile = ReturnType<BuildCompilerFromPool>

/** Checks one part of a request: false, with `errors`, for what does not fit. */
type Validate = ReturnType<Compile>

/**
 * Compiles the schema of each part of each route with the first request that needs it: all of them together take longer than anything else
 * that a start does for its routes.
 */
export class LazyValidators {
  readonly #waiting = new Set<() => Validate>()
  readonly #compilerOf = createCompilerFactory()

  /** For Fastify's option `schemaController`. */
  readonly buildValidator: BuildCompilerFromPool = (schemas, options) => {
    const compile = this.#compilerOf(schemas, options)
    return (route) => this.#lazy(() => compile(route))
  }

  /**
   * Compiles what no request has needed yet, one schema at a time, so that requests are served in between.
   *
   * @throws Error for a schema that cannot be compiled
   */
  async compileRest(): Promise<void> {
    for (const compile of this.#waiting) {
      compile()
      await setImmediate()
    }
  }

  #lazy(compile: () => Validate): Validate {
    let compiled: Validate | undefined
    const compileOnce = () => {
      compiled ??= compile()
      this.#waiting.delete(compileOnce)
      return compiled
    }
    this.#waiting.add(compileOnce)
    const lazy = (...call: Parameters<Validate>) => {
      const validate = compileOnce()
      const isValid = validate(...call)
      stand.errors = validate.errors
      return isValid
    }
    // Only a function that looks like one of ajv's is told where its part stands, so that a coerced value replaces what was sent.
    const stand = Object.assign(lazy, { schemaEnv: true, errors: null as Validate['errors'] })
    return stand as unknown as Validate
  }
}
