// Expression code for values of the panes, and the value of a parameter after data is dropped on it.
import { isExpression } from '../../../../engine/contract/json.ts';
import type { NodeProperty } from '../../../../engine/workflow/node-type.ts';
import { isRecord } from '../../../../engine/workflow/values/own-properties.ts';

/** Appends property accesses to `base`; keys that are not identifiers are written in brackets. */
export function dataPath(base: string, keys: readonly (string | number)[]): string {
  return keys.reduce<string>(
    (code, key) =>
      typeof key === 'number'
        ? `${code}[${key}]`
        : /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key)
          ? `${code}.${key}`
          : `${code}[${JSON.stringify(key)}]`,
    base,
  );
}

/** Returns the code for the json of a node's item: `$json` for the direct input, otherwise a reference to the node by name. */
export function itemBase(node: string, distance: number): string {
  return distance <= 1 ? '$json' : `$('${node.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}').item.json`;
}

/** Wraps code as an expression. */
const asExpression = (code: string): string => `={{ ${code} }}`;

/**
 * Returns the value after code is dropped: a fixed value is replaced by an expression, an expression is extended. Multi-line text keeps its
 * content. A resource locator leaves its list mode, which does not allow expressions.
 */
export function mappedValue(before: unknown, property: Pick<NodeProperty, 'type' | 'typeOptions' | 'modes'>, code: string): unknown {
  if (property.type === 'resourceLocator' || property.type === 'workflowSelector') return mappedLocator(before, property, code);
  if (isExpression(before) && before.trim() !== '=') return `${before.trimEnd()} {{ ${code} }}`;
  const { rows = 1, editor } = property.typeOptions ?? {};
  const keepsText = property.type === 'json' || property.type === 'code' || editor !== undefined || rows > 1;
  if (keepsText && typeof before === 'string' && before.trim() !== '') return `=${before} {{ ${code} }}`;
  return asExpression(code);
}

function mappedLocator(before: unknown, { modes }: Pick<NodeProperty, 'modes'>, code: string): unknown {
  const current = isRecord(before) ? before['mode'] : undefined;
  const names = (modes ?? []).map((mode) => String(mode['name']));
  const mode = current !== undefined && current !== 'list' ? current : names.includes('id') ? 'id' : names.find((name) => name !== 'list');
  return { __rl: true, mode: mode ?? 'id', value: asExpression(code) };
}
