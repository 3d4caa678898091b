// Runs the editor's form in a document without a browser, as the component tests do.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: `${import.meta.dirname}/../../..`,
  test: {
    include: ['build/test-packages/forms/open-forms.tsx'],
    environment: 'jsdom',
    setupFiles: ['renderer/testing/setup.ts'],
    testTimeout: 30 * 60_000,
  },
});
