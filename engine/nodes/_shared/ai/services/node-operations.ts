// Runs the operations of nodes that send messages to a service themselves: one item after another, with the attached tools.
import type { Item } from '../../../../contract/run-data.ts';
import { mapItemsAsync, NodeError, type ExecuteContext, type ItemResult, type NodeOutput } from '../../../../sdk/index.ts';
import { withAttached, type Attached } from '../attached.ts';

/** One item of a node's input. */
export interface OperationCall {
  readonly ctx: ExecuteContext;
  readonly item: Item;
  readonly itemIndex: number;
  readonly attached: Attached;
}

export type Operation = (call: OperationCall) => Promise<ItemResult>;

/** `operations`: by resource and operation, such as `text.message`. */
export function runOperations(ctx: ExecuteContext, operations: ReadonlyMap<string, Operation>): Promise<NodeOutput> {
  return withAttached(ctx, (attached) =>
    mapItemsAsync(ctx, (item, itemIndex) => {
      const resource = ctx.param('resource', itemIndex, 'text');
      const operation = ctx.param('operation', itemIndex, '');
      const run = operations.get(`${resource}.${operation}`);
      if (run !== undefined) return run({ ctx, item, itemIndex, attached });
      throw new NodeError(`The node has no operation "${operation}" for the resource "${resource}".`, {
        code: 'PARAMETER_INVALID',
        parameter: 'operation',
        itemIndex,
      });
    }),
  );
}

/** Returns a parameter's text. Throws NodeError PARAMETER_INVALID if it is empty. */
export function requiredText({ ctx, itemIndex }: OperationCall, parameter: string, label: string): string {
  const value = ctx.param(parameter, itemIndex);
  const text = textIn(isLocator(value) ? value.value : value);
  if (text.trim() !== '') return text;
  throw new NodeError(`The field "${label}" is empty.`, { code: 'PARAMETER_INVALID', parameter, itemIndex });
}

/** Older files have locators without their mark. */
const isLocator = (value: unknown): value is { readonly value: unknown } =>
  typeof value === 'object' && value !== null && 'mode' in value && 'value' in value;

export const modelOf = (call: OperationCall): string => requiredText(call, 'modelId', 'Model');

/** Returns the entries of a parameter with several values, such as messages. */
export function entriesOf({ ctx, itemIndex }: OperationCall, path: string): readonly Readonly<Record<string, unknown>>[] {
  const values = ctx.param(path, itemIndex, []);
  return (Array.isArray(values) ? values : []).filter(
    (entry): entry is Readonly<Record<string, unknown>> => typeof entry === 'object' && entry !== null,
  );
}

/** Returns a field's text. Data becomes JSON. */
export const textIn = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

/** Returns the texts of a list that is separated by commas. */
export const commaList = (text: unknown): readonly string[] =>
  textIn(text)
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

export const isSimplified = ({ ctx, itemIndex }: OperationCall, fallback = true): boolean =>
  ctx.param('simplify', itemIndex, fallback) === true;
