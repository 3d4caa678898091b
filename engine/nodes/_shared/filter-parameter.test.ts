// The filter parameter of a node: whole filters returned by an expression, and which options apply.
import { describe, expect, it } from 'vitest';
import { runNode } from '../../testing/run-node.ts';

const type = 'n8n-nodes-base.filter';
const equals = (leftValue: unknown, rightValue: unknown, options?: unknown): Record<string, unknown> => ({
  combinator: 'and',
  conditions: [{ leftValue, rightValue, operator: { type: 'string', operation: 'equals' } }],
  ...(options === undefined ? {} : { options }),
});

async function filteredNames(parameters: Record<string, unknown>): Promise<unknown> {
  const { json, error } = await runNode({ type, version: 2.2, parameters, items: [{ a: 'x' }, { a: 'X' }, { a: 5 }] });
  return error?.code ?? json.map(({ a }) => a);
}

describe('filter parameter', () => {
  it.each([
    [
      'stored case counts more than the node option',
      { conditions: equals('={{ String($json.a) }}', 'x', { caseSensitive: true }), options: { ignoreCase: true } },
      ['x'],
    ],
    [
      'the node option counts where nothing is stored',
      { conditions: equals('={{ String($json.a) }}', 'x'), options: { ignoreCase: true } },
      ['x', 'X'],
    ],
    [
      'validation is strict where that is stored',
      { conditions: equals('={{ $json.a }}', 'x', { typeValidation: 'strict' }) },
      'PARAMETER_INVALID',
    ],
    ['validation is loose if nothing is stored', { conditions: equals('={{ $json.a }}', '5') }, [5]],
    ['loose validation may be stored', { conditions: equals('={{ $json.a }}', '5', { typeValidation: 'loose' }) }, [5]],
    [
      'loose validation may be asked for on the node',
      { conditions: equals('={{ $json.a }}', '5', { typeValidation: 'strict' }), looseTypeValidation: true },
      [5],
    ],
    [
      'a whole filter may be an expression',
      {
        conditions:
          '={{ ({ combinator: "and", conditions: [{ leftValue: String($json.a), rightValue: "X", operator: { type: "string", operation: "equals" } }] }) }}',
      },
      ['X'],
    ],
    ['a value that is not a filter is rejected', { conditions: { conditions: 'all' } }, 'PARAMETER_INVALID'],
    [
      'a pattern that is none is refused',
      { conditions: { conditions: [{ leftValue: 'a', rightValue: '(', operator: { type: 'string', operation: 'regex' } }] } },
      'PARAMETER_INVALID',
    ],
  ])('%s', async (_, parameters, expected) => {
    expect(await filteredNames(parameters)).toEqual(expected);
  });
});
