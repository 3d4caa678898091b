// Merge 1: runs the mode.
import type { Item } from '../../../contract/run-data.ts';
import { type ExecuteContext, NodeError } from '../../../sdk/index.ts';
import type { Pace, SlicedWork } from '../../../sdk/slices.ts';
import { type FieldPath, fieldPath } from '../../_shared/fields/field-path.ts';
import { combineAll, combineByPosition } from '../combine.ts';
import { clashSettings } from '../merge-json.ts';
import { append, chosenInput, emptyItem, executeOf } from '../whole-inputs.ts';
import { filterByKey, type KeyedItems, mergeByKey, type Overwrite } from './by-key.ts';

/** Input 2 takes precedence, and its values replace whole fields. */
const clash = { ...clashSettings({}), isDeep: false };

export const execute = executeOf(merged);

function merged(ctx: ExecuteContext, pace: Pace): SlicedWork<Item[]> {
  const left = ctx.input(0);
  const right = ctx.input(1);
  const mode = ctx.param('mode', 0, 'append');
  switch (mode) {
    case 'append':
      return append(ctx, pace);
    case 'multiplex':
      return combineAll([left, right], clash, pace);
    case 'mergeByIndex':
      return byIndex(left, right, ctx.param('join', 0, 'left'), pace);
    case 'mergeByKey':
      return mergeByKey(sides(ctx), ctx.param<Overwrite>('overwrite', 0, 'always'), pace);
    case 'keepKeyMatches':
      return filterByKey(sides(ctx), true, pace);
    case 'removeKeyMatches':
      return filterByKey(sides(ctx), false, pace);
    case 'passThrough':
      return chosenInput(ctx, ctx.param('output', 0, 'input1') === 'input2' ? 2 : 1, pace);
    case 'wait':
      return emptyItem(ctx, pace);
    default:
      throw new NodeError(`The mode "${mode}" does not exist in this version of the Merge node. Choose a mode in the node.`, {
        code: 'PARAMETER_INVALID',
        parameter: 'mode',
      });
  }
}

function byIndex(left: readonly Item[], right: readonly Item[], join: string, pace: Pace): SlicedWork<Item[]> {
  const second = join === 'left' ? right.slice(0, left.length) : right;
  return combineByPosition([left, second], join !== 'inner', clash, pace);
}

function sides(ctx: ExecuteContext): [left: KeyedItems, right: KeyedItems] {
  return [
    { items: ctx.input(0), field: keyField(ctx, 1) },
    { items: ctx.input(1), field: keyField(ctx, 2) },
  ];
}

function keyField(ctx: ExecuteContext, input: 1 | 2): FieldPath {
  const parameter = `propertyName${input}`;
  const field = fieldPath(ctx.param(parameter, 0, ''));
  if (field.name === '') {
    throw new NodeError(`"Property Input ${input}" is empty. Enter the name of the field with the key.`, {
      code: 'PARAMETER_INVALID',
      parameter,
    });
  }
  return field;
}
