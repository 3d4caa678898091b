// Set-up of all component tests. They wait longer for asynchronous changes, since a busy machine needs more than the default second.
import { configure } from '@testing-library/dom';
import { beforeAll, vi } from 'vitest';
import { addTexts } from '../i18n/index.ts';
import { settleEvents } from './settled-events.ts';

// Monaco needs a layout and `CSS.escape`, which jsdom lacks. It never loads, so code fields stay plain text areas.
vi.mock('../features/editor/code/monaco-field.tsx', () => new Promise(() => undefined));

// Parts of the editor are tested without the file through which they are loaded, which adds their texts.
for (const [path, texts] of Object.entries(import.meta.glob<object>('../../locales/en/*.json', { eager: true, import: 'default' })))
  addTexts({ [path.replace(/^.*\/|\.json$/g, '')]: texts });

const LONGEST = 120_000;

configure({ asyncUtilTimeout: LONGEST });
beforeAll(settleEvents);

/** Retries until the function no longer throws, and returns its result. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: LONGEST });
