// The table of errors, and reading the code of a thrown value.
import { expect, it } from 'vitest';
import { AppError, errorCodeOf, errorTable } from './errors.ts';

it('carries code, params, hint, cause and the status of the table', () => {
  const cause = new Error('below');
  const error = new AppError('NOT_JSON', "The file isn't valid JSON.", { params: { file: 'a' }, hint: 'Choose another.', cause });
  expect([error.name, error.code, error.status, error.hint, error.cause]).toEqual(['AppError', 'NOT_JSON', 400, 'Choose another.', cause]);
  expect(error.params).toEqual({ file: 'a' });
});

it('needs only code and message', () => {
  const error = new AppError('INTERNAL', 'Something failed.');
  expect([error.status, error.params, error.hint, 'cause' in error]).toEqual([500, {}, undefined, false]);
});

it.each<[thrown: unknown, expected: string | undefined]>([
  [new AppError('NOT_FOUND', 'x'), 'NOT_FOUND'],
  [{ code: 'NOT_FOUND' }, 'NOT_FOUND'],
  [Object.assign(new Error('x'), { code: 'ENOENT' }), undefined],
  [{ code: 'toString' }, undefined],
  [{ code: 5 }, undefined],
  [null, undefined],
  ['NOT_FOUND', undefined],
])('reads the code of %j', (thrown, expected) => {
  expect(errorCodeOf(thrown)).toBe(expected);
});

it('gives each code an HTTP status', () => {
  expect(Object.values(errorTable).every(({ status }) => status >= 400 && status < 600)).toBe(true);
});
