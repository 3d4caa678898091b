// Tests lie beside the code as name.test.ts. The clock's zone is fixed, so that they give the same everywhere.
import { defineConfig } from 'vitest/config';

process.env['TZ'] = 'UTC';

export default defineConfig({
  test: {
    include: ['engine/**/*.test.ts', 'build/**/*.test.ts', 'renderer/**/*.test.{ts,tsx}'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    coverage: {
      provider: 'v8',
      include: ['engine/contract/**', 'engine/workflow/**', 'engine/expression/**'],
      exclude: ['**/*.test.ts', '**/*.d.ts'],
    },
  },
});
