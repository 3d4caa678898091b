// Errors of package code, as the user of a node sees them.
import { expect, it } from 'vitest';
import { errorOf } from './returned-data.ts';

it.each([
  ['TypeError', "Cannot read properties of undefined (reading 'message')", true],
  ['TypeError', 'items.map is not a function', true],
  ['ReferenceError', 'fetcher is not defined', true],
  ['TypeError', 'Invalid URL', false],
  ['Error', 'The account is not defined in the CRM', false],
])('%s "%s" is explained as a fault of the package: %s', (name, message, isExplained) => {
  const { hint, message: errorMessage } = errorOf({ name, message }, 'n8n-nodes-example');
  expect(errorMessage).toBe(message);
  expect(hint?.startsWith('The code of the package n8n-nodes-example failed') ?? false).toBe(isExplained);
});

it('keeps the hint of an error of the engine that package code lets pass', () => {
  const failure = { name: 'TypeError', message: 'x is not a function', code: 'BINARY_NOT_FOUND', hint: 'Name a field.' } as const;
  expect(errorOf(failure, 'n8n-nodes-example')).toMatchObject({ code: 'BINARY_NOT_FOUND', hint: 'Name a field.' });
});
