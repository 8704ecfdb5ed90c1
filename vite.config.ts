import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist/client',
    rollupOptions: { input: { console: 'src/console/index.html', portal: 'portal/index.html' } },
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'portal/**/*.test.{ts,tsx}'],
          server: { deps: { inline: [/@rjsf\/react-bootstrap/] } },
        },
      },
      { extends: true, test: { name: 'contract', include: ['tests/contract/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 120_000 } },
    ],
  },
})
