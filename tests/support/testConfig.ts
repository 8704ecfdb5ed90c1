import { type Config, readConfig } from '../../src/server/platform/config.ts'

/**
 * Configuration of a test server: quiet, on another port, otherwise with the defaults. Partners may call without a limit, because the clock
 * of many tests stands still.
 */
export function testConfig(environment: Readonly<Record<string, string>>): Config {
  return readConfig({ NODE_ENV: 'test', PORT: '0', DEMO: '0', LOG_LEVEL: 'fatal', PARTNER_CALLS_PER_SECOND: '1000000', ...environment })
}
