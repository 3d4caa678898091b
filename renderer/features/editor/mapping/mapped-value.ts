// Expression code for values of the panes, and the value of a parameter after data is dropped on it.
import { isExpression } from '../../../../engine/contract/json.ts';
import { codeBefore } from '../../../../engine/expression/index.ts';
import type { NodeProperty } from '../../../../engine/workflow/node-type.ts';
import { isRecord } from '../../../../engine/workflow/values/own-properties.ts';
import type { DropPlace } from './drag.ts';

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
 * Returns the value after code is dropped: it goes into a text or an expression at the given place, within braces unless it is there already, and
 * replaces other values. A resource locator leaves its list mode, which does not allow expressions.
 */
export function mappedValue(
  before: unknown,
  property: Pick<NodeProperty, 'type' | 'typeOptions' | 'modes'>,
  code: string,
  { offset, isReplacing = false }: DropPlace = {},
): unknown {
  if (property.type === 'resourceLocator' || property.type === 'workflowSelector')
    return mappedLocator(before, property, code, { offset, isReplacing });
  if (isReplacing || typeof before !== 'string') return asExpression(code);
  const isText = isExpression(before) || ['string', 'json', 'code', 'icon'].includes(property.type);
  const currentText = isExpression(before) ? before.slice(1) : before;
  return isText && currentText.trim() !== '' ? `=${inserted(currentText, offset, code)}` : asExpression(code);
}

function inserted(text: string, offset: number | undefined, code: string): string {
  if (offset === undefined) return `${text.trimEnd()} {{ ${code} }}`;
  const at = Math.min(offset, text.length);
  return `${text.slice(0, at)}${codeBefore(text, at) !== undefined ? code : `{{ ${code} }}`}${text.slice(at)}`;
}

function mappedLocator(before: unknown, { modes }: Pick<NodeProperty, 'modes'>, code: string, place: DropPlace): unknown {
  const current = isRecord(before) ? before['mode'] : undefined;
  // An id is replaced as a whole.
  const isText = current !== 'list' && current !== 'id' && place.offset !== undefined;
  const currentText = isRecord(before) && (isText || isExpression(before['value'])) ? before['value'] : undefined;
  const names = (modes ?? []).map((mode) => String(mode['name']));
  const mode = current !== undefined && current !== 'list' ? current : names.includes('id') ? 'id' : names.find((name) => name !== 'list');
  return { __rl: true, mode: mode ?? 'id', value: mappedValue(currentText, { type: 'string' }, code, place) };
}
