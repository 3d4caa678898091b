// Defaults that users rely on.
import { expect, it } from 'vitest';
import { readSettings } from './read-settings.ts';

it('executions are saved but for manual ones, and their progress is not', () => {
  expect(readSettings({})).toMatchObject({ saveOnError: 'all', saveOnSuccess: 'all', saveManual: false, saveProgress: false });
});
