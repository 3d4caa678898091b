// Set-up of all component tests. They wait longer for asynchronous changes, since a busy machine needs more than the default second.
import { configure, getConfig } from '@testing-library/react';
import { vi } from 'vitest';
import { addTexts } from '../i18n/index.ts';

// Monaco needs a layout and `CSS.escape`, which jsdom lacks. It never loads, so code fields stay plain text areas.
vi.mock('../features/editor/code/monaco-field.tsx', () => new Promise(() => undefined));

// Parts of the editor are tested without the file through which they are loaded, which adds their texts.
for (const [path, texts] of Object.entries(import.meta.glob<object>('../../locales/en/*.json', { eager: true, import: 'default' })))
  addTexts({ [path.replace(/^.*\/|\.json$/g, '')]: texts });

const LONGEST = 120_000;

/** Captured here because tests may replace the clock. */
const nextTurn = setImmediate;
const { asyncWrapper } = getConfig();

configure({
  asyncUtilTimeout: LONGEST,
  // On a busy machine, React may not have run the effects of an event when user-event returns: they and what they change take a turn each.
  asyncWrapper: (action) =>
    asyncWrapper(async () => {
      const result = await action();
      for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => nextTurn(resolve));
      return result;
    }),
});

/** Retries until the function no longer throws, and returns its result. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: LONGEST });
