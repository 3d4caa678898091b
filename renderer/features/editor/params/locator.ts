// The value of a resource locator and how it goes from mode to mode.
import { safePattern } from '../../../../engine/expression/index.ts';
import type { NodeProperty } from '../../../../engine/workflow/node-type.ts';
import { isRecord } from '../../../../engine/workflow/own-properties.ts';
import { isExpressionText } from './value-switch.ts';

export interface Locator {
  readonly __rl: true;
  readonly mode: string;
  readonly value: string | number;
  readonly cachedResultName?: string;
  readonly cachedResultUrl?: string;
}

export interface LocatorMode {
  readonly name: string;
  readonly displayName: string;
  readonly type?: string;
  readonly placeholder?: string;
  readonly hint?: string;
  /** Address of the resource with `{{$value}}` in it, as an expression. */
  readonly url?: string;
  readonly extractValue?: { readonly type: string; readonly regex: string };
  readonly typeOptions?: {
    readonly searchListMethod?: string;
    readonly searchList?: unknown;
    readonly searchable?: boolean;
    readonly searchFilterRequired?: boolean;
  };
}

/** A selector of workflows is a locator whose modes are always the same. */
const workflowModes: readonly LocatorMode[] = [
  { name: 'list', displayName: 'From list', type: 'list', typeOptions: { searchable: true } },
  { name: 'id', displayName: 'By ID', type: 'string', url: '/workflow/{{$value}}' },
];

export const modesOf = ({ type, modes }: Pick<NodeProperty, 'type' | 'modes'>): readonly LocatorMode[] =>
  type === 'workflowSelector' ? workflowModes : ((modes ?? []) as unknown as readonly LocatorMode[]);

/** The locator of whatever a file holds: older files hold the id alone. */
export function locatorOf(value: unknown, property: Pick<NodeProperty, 'type' | 'modes' | 'default'>): Locator {
  const modes = modesOf(property);
  const byDefault = isRecord(property.default) ? property.default['mode'] : undefined;
  const given = isRecord(value) ? value : { value: value ?? '', mode: value === undefined || value === '' ? undefined : 'id' };
  const wanted = given['mode'] ?? byDefault;
  const mode = modes.find(({ name }) => name === wanted)?.name ?? modes[0]?.name ?? 'id';
  const plain = given['value'];
  return {
    ...given,
    __rl: true,
    mode,
    value: typeof plain === 'string' || typeof plain === 'number' ? plain : '',
  };
}

/** List to url takes the address that was cached, list to id the value; every other way empties it. */
export function switchMode(before: Locator, mode: string): Locator {
  if (before.mode === mode) return before;
  if (before.mode === 'list' && mode === 'url') return { __rl: true, mode, value: before.cachedResultUrl ?? '' };
  if (before.mode === 'list' && mode === 'id') return { __rl: true, mode, value: before.value };
  return { __rl: true, mode, value: '' };
}

/** A list takes no expression: writing one leads to `id`, or to the first other mode. */
export function withValue(before: Locator, value: string, modes: readonly LocatorMode[]): Locator {
  if (before.mode !== 'list' || !isExpressionText(value)) return { __rl: true, mode: before.mode, value };
  const mode = modes.find(({ name }) => name === 'id') ?? modes.find(({ name }) => name !== 'list');
  return { __rl: true, mode: mode?.name ?? 'id', value };
}

/** The part of a value that names the resource: what the mode's pattern finds in an address. */
export function extractedValue(locator: Locator, mode: LocatorMode | undefined): string {
  const text = String(locator.value);
  const rule = mode?.extractValue;
  if (rule?.type !== 'regex') return text;
  const found = safePattern(rule.regex).exec(text);
  return found?.[1] ?? found?.[0] ?? '';
}

/** Where an address leads: elsewhere as it stands, to a workflow of this instance below `base`. Undefined for all others. */
export function openedAt(url: unknown, base: string): string | undefined {
  if (typeof url !== 'string') return undefined;
  if (/^https?:\/\//i.test(url)) return url;
  return /^\/?workflow\/[\w-]+$/.test(url) ? new URL(url.replace(/^\//, ''), base).href : undefined;
}
