// The value of a resource locator, and changes of its mode.
import { isExpression } from '../../../../../engine/contract/json.ts';
import { safePattern } from '../../../../../engine/expression/index.ts';
import type { NodeProperty } from '../../../../../engine/workflow/node-type.ts';
import { isRecord } from '../../../../../engine/workflow/values/own-properties.ts';

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
  /** Template of the resource's URL: an expression that contains `{{$value}}`. */
  readonly url?: string;
  readonly extractValue?: { readonly type: string; readonly regex: string };
  readonly typeOptions?: {
    readonly searchListMethod?: string;
    readonly searchList?: unknown;
    readonly searchable?: boolean;
    readonly searchFilterRequired?: boolean;
    /** How the list makes a new resource: `method` is an action of the node. Pages of other programs (`url`) are not offered. */
    readonly allowNewResource?: { readonly method?: string; readonly defaultName?: string };
    /** Shown if loading takes longer than `timeout` milliseconds. */
    readonly slowLoadNotice?: { readonly message: string; readonly timeout: number };
  };
}

/** Modes of `workflowSelector`, which is a resource locator with fixed modes. */
const workflowModes: readonly LocatorMode[] = [
  { name: 'list', displayName: 'From list', type: 'list', typeOptions: { searchable: true } },
  { name: 'id', displayName: 'By ID', type: 'string', url: '/workflow/{{$value}}' },
];

export const modesOf = ({ type, modes }: Pick<NodeProperty, 'type' | 'modes'>): readonly LocatorMode[] =>
  type === 'workflowSelector' ? workflowModes : ((modes ?? []) as unknown as readonly LocatorMode[]);

/** Parses a stored value; older files contain only the id. */
export function locatorOf(value: unknown, property: Pick<NodeProperty, 'type' | 'modes' | 'default'>): Locator {
  const modes = modesOf(property);
  const byDefault = isRecord(property.default) ? property.default['mode'] : undefined;
  const stored = isRecord(value) ? value : { value: value ?? '', mode: value === undefined || value === '' ? undefined : 'id' };
  const storedMode = stored['mode'] ?? byDefault;
  const mode = modes.find(({ name }) => name === storedMode)?.name ?? modes[0]?.name ?? 'id';
  const plain = stored['value'];
  return {
    ...stored,
    __rl: true,
    mode,
    value: typeof plain === 'string' || typeof plain === 'number' ? plain : '',
  };
}

/** Returns the locator in another mode: from list to url keeps the cached URL, from list to id keeps the value; other changes empty it. */
export function switchMode(before: Locator, mode: string): Locator {
  if (before.mode === mode) return before;
  if (before.mode === 'list' && mode === 'url') return { __rl: true, mode, value: before.cachedResultUrl ?? '' };
  if (before.mode === 'list' && mode === 'id') return { __rl: true, mode, value: before.value };
  return { __rl: true, mode, value: '' };
}

/** Returns the mode after an expression is written: the list mode changes to `id` or to the first other mode. */
export function withValue(before: Locator, value: string, modes: readonly LocatorMode[]): Locator {
  if (before.mode !== 'list' || !isExpression(value)) return { __rl: true, mode: before.mode, value };
  const mode = modes.find(({ name }) => name === 'id') ?? modes.find(({ name }) => name !== 'list');
  return { __rl: true, mode: mode?.name ?? 'id', value };
}

/** Extracts the resource's id from a value by the mode's pattern. */
export function extractedValue(locator: Locator, mode: LocatorMode | undefined): string {
  const locatorText = String(locator.value);
  const rule = mode?.extractValue;
  if (rule?.type !== 'regex') return locatorText;
  const match = safePattern(rule.regex).exec(locatorText);
  return match?.[1] ?? match?.[0] ?? '';
}

/** Returns the link for a URL: absolute URLs unchanged, workflows of this instance below `base`; undefined for others. */
export function openedAt(url: unknown, base: string): string | undefined {
  if (typeof url !== 'string') return undefined;
  if (/^https?:\/\//i.test(url)) return url;
  return /^\/?workflow\/[\w-]+$/.test(url) ? new URL(url.replace(/^\//, ''), base).href : undefined;
}
