// Set-up of all component tests. They wait longer for asynchronous changes, since a busy machine needs more than the default second.
import { configure } from '@testing-library/dom';
import { vi } from 'vitest';

// Monaco needs a layout and `CSS.escape`, which jsdom lacks. It never loads, so code fields stay plain text areas.
vi.mock('../features/editor/code/monaco-field.tsx', () => new Promise(() => undefined));

const LONGEST = 120_000;

configure({ asyncUtilTimeout: LONGEST });

/** Retries until the function no longer throws, and returns its result. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: LONGEST });
