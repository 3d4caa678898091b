// Stop and Error: the error of the run.
import { describe, expect, it } from 'vitest';
import { runNode } from '../../testing/run-node.ts';
import { declaredError } from './declared-error.ts';

const type = 'n8n-nodes-base.stopAndError';

describe('stop and error', () => {
  it.each([
    ['a message', { errorMessage: 'No customer' }, { message: 'No customer' }],
    ['a message from an expression', { errorMessage: '=No {{ $json.what }}' }, { message: 'No order' }],
    ['no message', {}, { message: 'The workflow was stopped by a Stop and Error node without a message.' }],
    [
      'an object as text',
      { errorType: 'errorObject', errorObject: '{ "message": "Gone", "description": "It was here", "code": 410 }' },
      { message: 'Gone', description: 'It was here', context: { metadata: { message: 'Gone', description: 'It was here', code: 410 } } },
    ],
    [
      'text that is not an object',
      { errorType: 'errorObject', errorObject: '[1]' },
      { code: 'PARAMETER_INVALID', message: expect.stringContaining('"Error Object" is not a JSON object') as string },
    ],
    [
      'text that is not JSON',
      { errorType: 'errorObject', errorObject: '{oops' },
      { code: 'PARAMETER_INVALID', message: expect.stringContaining('"Error Object" is not a JSON object') as string },
    ],
  ])('fails with %s', async (_, parameters, expected) => {
    const { error } = await runNode({ type, parameters, items: [{ what: 'order' }] });
    expect(error).toMatchObject({ node: 'Node', ...expected });
  });
});

describe('declaredError', () => {
  it.each([
    ['message first', { message: 'a', description: 'b', error: 'c' }, 'a'],
    ['then the description', { description: 'b', error: 'c' }, 'b'],
    ['then the error', { error: 'c' }, 'c'],
    ['an empty text is none', { message: '', error: 'c' }, 'c'],
    ['otherwise the object', { status: 'lost' }, 'Error: {"status":"lost"}'],
  ])('%s', (_, object, message) => {
    expect(declaredError('errorObject', object)).toMatchObject({ message, options: { metadata: object } });
  });

  it('has only a message for plain texts', () => {
    expect(declaredError('errorMessage', 'a')).toEqual({ message: 'a' });
    expect(declaredError('errorMessage', 'a')).not.toHaveProperty('options');
  });

  it('keeps the description and the type of an object if they are texts', () => {
    expect(declaredError('errorObject', '{"message":"a","description":null,"type":"Lost"}').options).toMatchObject({
      description: undefined,
      type: 'Lost',
    });
  });
});
