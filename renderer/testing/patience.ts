// Timeouts of tests that wait for asynchronous changes, since a busy machine needs more than the default second.
import { configure } from '@testing-library/dom';
import { vi } from 'vitest';

const LONGEST = 30_000;

configure({ asyncUtilTimeout: LONGEST });

/** Retries until the function no longer throws, and returns its result. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: LONGEST });
