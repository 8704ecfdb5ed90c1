// What the console shows before its script has run: the theme, and the pages that are open to everybody.
import { runnerImport } from 'vite'
import { firstScript } from '../../server/platform/http/pages/pagePreloads.ts'

const page = 'src/console/index.html'
const namedFirst = /<script\s+src="\/src\/console\/layout\/firstTheme\.ts"/

/**
 * Shown, by style alone, when the script does not come: the page looks ready then, but takes nothing. It stands last, so that the first
 * painting can wait for it.
 */
const late = '<p id="drawn" class="open-late alert alert-warning" role="status">網頁沒有載入完成，請確認網路連線後重新整理。</p>'

/**
 * Builds the script that the page of the console names in its head. Vite takes up modules only, and a module would run after the first
 * drawing.
 *
 * @returns {import('vite').Plugin}
 */
export function firstTheme() {
  return {
    name: 'first-theme',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    buildStart() {
      this.emitFile({ type: 'chunk', id: firstScript })
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const built = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(firstScript))
        if (built?.type !== 'chunk') return html
        if (built.imports.length + built.exports.length > 0) throw new Error(`${firstScript} has to stand alone`)
        return html.replace(namedFirst, `<script src="/${built.fileName}"`)
      },
    },
  }
}

/** @returns {Promise<typeof import('../../console/drawnPages.tsx').drawnPages>} */
async function draw() {
  const { module } = await runnerImport('/src/console/drawnPages.tsx', { mode: 'production', logLevel: 'warn' })
  return module.drawnPages
}

/**
 * Writes the open pages as they are first drawn into the folder `pages` of the build, named like their paths.
 *
 * @returns {import('vite').Plugin}
 */
export function drawnPages() {
  return {
    name: 'drawn-pages',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const built = bundle[page]
        if (built?.type !== 'asset') return
        for (const { path, title, html } of await draw()) {
          // What can be read already should not wait for what makes it work.
          const source = String(built.source)
            .replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"')
            .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
            .replace('<div id="root"></div>', () => `<div id="root" inert>${html}</div>${late}`)
            // Half of a card would stand in the middle, and move up when the other half comes.
            .replace('</title>', '</title>\n    <link rel="expect" href="#drawn" blocking="render">')
          this.emitFile({ type: 'asset', fileName: `pages${path}.html`, source })
        }
      },
    },
  }
}
