import { expect, it } from 'vitest';
import type { NodeProperty } from '../../../../engine/workflow/node-type.ts';
import { offeredActions } from './parameter-field.tsx';

const property = (part: Partial<NodeProperty>): NodeProperty => ({ displayName: 'X', name: 'x', type: 'string', default: '', ...part });
const list = property({ type: 'resourceLocator', modes: [{ name: 'list' }, { name: 'id' }] as never });

it.each([
  ['text of one line', property({}), 'a', false, []],
  ['text of several', property({ typeOptions: { rows: 4 } }), 'a', false, ['enlarge']],
  ['an expression', property({}), '={{ 1 }}', true, ['enlarge']],
  ['code', property({ typeOptions: { editor: 'htmlEditor' } }), '', false, ['enlarge']],
  ['options of the description', property({ type: 'options' }), 'a', false, []],
  ['loaded options', property({ type: 'options', typeOptions: { loadOptionsMethod: 'm' } }), 'a', false, ['refresh']],
  ['a locator by list', list, { __rl: true, mode: 'list', value: '' }, false, ['refresh']],
  ['a locator by id', list, { __rl: true, mode: 'id', value: '' }, false, []],
])('the menu of %s', (_what, of, value, isExpression, actions) => expect(offeredActions(of, value, isExpression)).toEqual(actions));
