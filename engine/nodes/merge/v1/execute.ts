// Merge 1: picks the mode.
import type { Item } from '../../../contract/run-data.ts';
import { type ExecuteContext, NodeError, type NodeOutput } from '../../../sdk/index.ts';
import { type FieldPath, fieldPath } from '../../_shared/field-path.ts';
import { combineAll, combineByPosition } from '../combine.ts';
import { clashSettings } from '../merge-json.ts';
import { append, chosenInput, emptyItem } from '../whole-inputs.ts';
import { filterByKey, mergeByKey, type Overwrite } from './by-key.ts';

/** Input 2 wins, and its values replace whole fields. */
const clash = { ...clashSettings({}), isDeep: false };

export function execute(ctx: ExecuteContext): NodeOutput {
  return [run(ctx)];
}

function run(ctx: ExecuteContext): Item[] {
  const left = ctx.input(0);
  const right = ctx.input(1);
  const mode = ctx.param('mode', 0, 'append');
  switch (mode) {
    case 'append':
      return append(ctx);
    case 'multiplex':
      return combineAll([left, right], clash);
    case 'mergeByIndex':
      return byIndex(left, right, ctx.param('join', 0, 'left'));
    case 'mergeByKey':
      return mergeByKey(left, right, keyField(ctx, 1), keyField(ctx, 2), ctx.param<Overwrite>('overwrite', 0, 'always'));
    case 'keepKeyMatches':
      return filterByKey(left, right, keyField(ctx, 1), keyField(ctx, 2), true);
    case 'removeKeyMatches':
      return filterByKey(left, right, keyField(ctx, 1), keyField(ctx, 2), false);
    case 'passThrough':
      return chosenInput(ctx, ctx.param('output', 0, 'input1') === 'input2' ? 2 : 1);
    case 'wait':
      return [emptyItem(ctx)];
    default:
      throw new NodeError(`The mode "${mode}" does not exist in this version of the Merge node. Choose a mode in the node.`, {
        code: 'PARAMETER_INVALID',
        parameter: 'mode',
      });
  }
}

function byIndex(left: readonly Item[], right: readonly Item[], join: string): Item[] {
  const second = join === 'left' ? right.slice(0, left.length) : right;
  return combineByPosition([left, second], join !== 'inner', clash);
}

function keyField(ctx: ExecuteContext, input: 1 | 2): FieldPath {
  const parameter = `propertyName${input}`;
  const field = fieldPath(ctx.param(parameter, 0, ''));
  if (field.name === '') {
    throw new NodeError(`"Property Input ${input}" is empty. Enter the name of the field that holds the key.`, {
      code: 'PARAMETER_INVALID',
      parameter,
    });
  }
  return field;
}
