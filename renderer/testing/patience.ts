// How long tests wait for what comes by itself: on a busy machine that takes longer than the second which the libraries allow.
import { configure } from '@testing-library/dom';
import { vi } from 'vitest';

const LONGEST = 30_000;

configure({ asyncUtilTimeout: LONGEST });

/** Retries until it no longer throws, and returns its result. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: LONGEST });
