// The errors of n8n-workflow: what they take from responses, what they keep of errors that they wrap, and what crosses the border.
import { describe, expect, it } from 'vitest';
import { BaseError, ExecutionBaseError, NodeApiError, NodeError, NodeOperationError } from './errors.ts';
import { packageErrorData } from './failures.ts';
import { ManualExecutionCancelledError } from './workflow-errors.ts';

const node = { name: 'Shelf', credentials: { shelfApi: { id: '1', name: 'Mine' } } };

describe('an error of a service', () => {
  it.each([
    [{ statusCode: 404 }, '404', 'The resource you are requesting could not be found', undefined],
    [{ response: { status: 429, data: { error: { message: 'slow down' } } } }, '429', 'The service is receiving too many requests from you', 'slow down'], // oxfmt-ignore
    [{ httpCode: '418', message: 'teapot' }, '418', 'Your request is invalid or could not be processed by the service', 'teapot'],
    [{ statusCode: 599, message: 'odd' }, '599', 'The service was not able to process your request', 'odd'],
    [{ code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' }, null, 'The service refused the connection - perhaps it is offline', 'connect ECONNREFUSED'], // oxfmt-ignore
    [{ errors: [{ message: 'a' }, { message: 'b' }] }, null, 'a|b', undefined],
    [{}, null, 'UNKNOWN ERROR - check the detailed error for more information', undefined],
  ])('%j', (response, httpCode, message, description) => {
    expect(new NodeApiError(node, response)).toMatchObject({ httpCode, message, description });
  });

  it('is not misled by what a response inherits', () => {
    expect(new NodeApiError(node, JSON.parse('{"__proto__": {"statusCode": 404}}')).message).toContain('UNKNOWN ERROR');
  });
});

describe('an error that wraps one of a node', () => {
  const inner = new NodeApiError(node, { statusCode: 404 }, { message: 'No such book', description: 'Ask the library', itemIndex: 3 });
  inner.addToMessages('first try');

  it.each([
    ['NodeApiError', new NodeApiError(node, inner)],
    ['NodeOperationError', new NodeOperationError(node, inner)],
  ])('%s keeps what it says', (name, outer) => {
    expect(outer).toMatchObject({
      name,
      message: 'No such book',
      description: 'Ask the library',
      httpCode: '404',
      messages: ['first try'],
    });
    expect(outer.context.itemIndex).toBe(3);
    expect(outer.cause).toBe(inner);
  });

  it('says what its options say instead', () => {
    const outer = new NodeApiError(node, inner, { message: 'Gone', description: 'For good', httpCode: '410', itemIndex: 4 });
    expect(outer).toMatchObject({ message: 'Gone', description: 'For good', httpCode: '410' });
    expect(outer.context.itemIndex).toBe(4);
  });
});

it('errors are told by their classes', () => {
  const stopped = new ManualExecutionCancelledError('7');
  expect(stopped).toMatchObject({ name: 'ManualExecutionCancelledError', level: 'warning', extra: { executionId: '7' } });
  expect(stopped).toBeInstanceOf(ExecutionBaseError);
  expect(new NodeOperationError(node, 'x')).toBeInstanceOf(NodeError);
  expect(new NodeOperationError(node, 'x')).toBeInstanceOf(BaseError);
});

it('an error crosses the border without its node, its cause and its further fields', () => {
  const error = new NodeOperationError(node, new Error('cause'), { message: 'Broken', description: 'Mend it', itemIndex: 2 });
  const { stack, ...reported } = packageErrorData(Object.assign(error, { secret: 'x' }));
  expect(reported).toEqual({ name: 'NodeOperationError', message: 'Broken', description: 'Mend it', itemIndex: 2 });
  expect(stack).toContain('Broken');
});

it('the files that required a missing module are left out', () => {
  const message = "Could not start: Cannot find module 'absent'\nRequire stack:\n- /home/ada/a.js\n- /home/ada/b.js";
  expect(packageErrorData(new Error(`${message}\nInstall it.`)).message).toBe("Could not start: Cannot find module 'absent'\nInstall it.");
});
