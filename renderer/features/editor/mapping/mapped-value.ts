// What a parameter becomes when data is dropped on it.
import type { NodeProperty } from '../../../../engine/workflow/node-type.ts';
import { isRecord } from '../../../../engine/workflow/own-properties.ts';

/** Code as an expression of its own. */
export const asExpression = (code: string): string => `={{ ${code} }}`;

/**
 * The value after code was dropped: an empty or plain value becomes an expression of it, an expression grows by it. Texts of
 * several lines keep what they hold. A resource locator leaves its list, which takes no expression.
 */
export function mappedValue(before: unknown, property: Pick<NodeProperty, 'type' | 'typeOptions' | 'modes'>, code: string): unknown {
  if (property.type === 'resourceLocator' || property.type === 'workflowSelector') return mappedLocator(before, property, code);
  if (typeof before === 'string' && before.startsWith('=') && before.trim() !== '=') return `${before.trimEnd()} {{ ${code} }}`;
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
