// Errors as plain data: what foreign code may read of them, and errors that cannot be read.
import { expect, it } from 'vitest';
import { AppError } from '../contract/errors.ts';
import { NodeError } from '../sdk/index.ts';
import { fromErrorData, toErrorData, toPublicErrorData } from './errors.ts';

it('what code of others may know of an error are its texts and its code, not its stack, cause and values', () => {
  const cause = new Error('/home/ada/.ssh');
  const app = new AppError('NODE_REQUEST_FAILED', 'Failed.', { params: { secret: 1 }, hint: 'Try again.', cause });
  expect(toPublicErrorData(app)).toEqual({ name: 'AppError', message: 'Failed.', code: 'NODE_REQUEST_FAILED', hint: 'Try again.' });
  const node = new NodeError('Bad.', { description: 'More.', httpCode: '404', parameter: 'secret', context: { secret: 1 } });
  expect(toPublicErrorData(node)).toEqual({
    name: 'NodeOperationError',
    message: 'Bad.',
    code: 'NODE_OPERATION_FAILED',
    description: 'More.',
    httpCode: '404',
  });
  expect(toPublicErrorData(Object.assign(new Error('No.'), { code: 'ENOENT' }))).toEqual({ name: 'Error', message: 'No.' });
});

it.each<[string, unknown, string]>([
  ['a text', 'text', 'text'],
  ['nothing', undefined, 'undefined'],
  ['an object without a message', {}, '[object Object]'],
  [
    'an object that cannot be read',
    new Proxy(
      {},
      {
        get: () => {
          throw new Error('hostile');
        },
      },
    ),
    'An error that cannot be read.',
  ],
])('%s is an error as well', (_, thrown, message) => {
  expect(toErrorData(thrown)).toEqual({ name: 'Error', message });
});

it('only some of a chain of causes pass, such as of one that contains itself', () => {
  const error = new Error('again');
  error.cause = error;
  let depth = 0;
  for (let each: unknown = fromErrorData(toErrorData(error)); each instanceof Error; each = each.cause) depth++;
  expect(depth).toBe(6);
});
