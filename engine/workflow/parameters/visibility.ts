// Determines whether a parameter is shown: displayOptions with show and hide, `@version`, `@tool`, `@feature`, `/absolute` paths and `_cnd` operators.
import { isExpression } from '../../contract/json.ts';
import { safePattern } from '../../expression/regex/safe-pattern.ts';
import { getPath } from '../values/object-path.ts';
import { isRecord } from '../values/own-properties.ts';
import type { DisplayOptions, DisplayRules, NodeDescription, NodeProperty } from '../node-type.ts';

/** Lookups for display rules. `sibling` and `root` return parameter values by name or dotted path. */
export interface VisibilityScope {
  readonly sibling: (path: string) => unknown;
  readonly root: (path: string) => unknown;
  readonly version: number;
  readonly description: Pick<NodeDescription, 'name' | 'features'> | null;
}

/**
 * Whether all show rules are met and no hide rule is met. Since the value of an expression is unknown, it meets show rules and does not meet hide
 * rules.
 */
export function isVisible(rules: DisplayOptions | undefined, scope: VisibilityScope): boolean {
  if (rules === undefined) return true;
  return meetsAll(rules.show, scope) && !meetsAny(rules.hide, scope);
}

function meetsAll(rules: DisplayRules | undefined, scope: VisibilityScope): boolean {
  for (const path in rules) {
    const values = valuesOf(path, scope);
    if (!values.some(isExpression) && !accepts(rules[path] as readonly unknown[], values)) return false;
  }
  return true;
}

function meetsAny(rules: DisplayRules | undefined, scope: VisibilityScope): boolean {
  for (const path in rules) {
    const values = valuesOf(path, scope);
    if (!values.some(isExpression) && accepts(rules[path] as readonly unknown[], values)) return true;
  }
  return false;
}

/** Returns the values that a rule is checked against: each entry of a list, or the plain value of a resource locator. */
function valuesOf(path: string, scope: VisibilityScope): readonly unknown[] {
  if (path === '@version') return [scope.version];
  if (path === '@tool') return [scope.description?.name.endsWith('Tool') ?? false];
  if (path === '@feature') return enabledFeatures(scope);
  const value = path.startsWith('/') ? scope.root(path.slice(1)) : scope.sibling(path);
  if (Array.isArray(value)) return value;
  return [isRecord(value) && value['__rl'] === true ? value['value'] : value];
}

function enabledFeatures(scope: VisibilityScope): readonly string[] {
  return Object.entries(scope.description?.features ?? {})
    .filter(([, rule]) => (typeof rule === 'boolean' ? rule : accepts(rule['@version'] ?? [], [scope.version])))
    .map(([name]) => name);
}

/** Whether one of the accepted values or conditions matches. */
function accepts(accepted: readonly unknown[], values: readonly unknown[]): boolean {
  return accepted.some((acceptedValue) =>
    isCondition(acceptedValue) ? meetsCondition(acceptedValue._cnd, values) : values.includes(acceptedValue),
  );
}

type ConditionRules = { readonly [operator: string]: unknown };

const isCondition = (value: unknown): value is { readonly _cnd: ConditionRules } => isRecord(value) && isRecord(value['_cnd']);

function meetsCondition(rules: ConditionRules, values: readonly unknown[]): boolean {
  return Object.entries(rules).every(([operator, target]) => {
    if (operator === 'not') return !values.includes(target);
    if (operator === 'exists') return values.some(isPresent) === (target !== false);
    return values.some((value) => compare(operator, value, target));
  });
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

function compare(operator: string, value: unknown, target: unknown): boolean {
  switch (operator) {
    case 'eq':
      return value === target;
    case 'gt':
      return isPresent(value) && (value as number) > (target as number);
    case 'gte':
      return isPresent(value) && (value as number) >= (target as number);
    case 'lt':
      return isPresent(value) && (value as number) < (target as number);
    case 'lte':
      return isPresent(value) && (value as number) <= (target as number);
    case 'between':
      return (
        isPresent(value) &&
        isRecord(target) &&
        (value as number) >= (target['from'] as number) &&
        (value as number) <= (target['to'] as number)
      );
    case 'includes':
      return typeof value === 'string' && value.includes(String(target));
    case 'startsWith':
      return typeof value === 'string' && value.startsWith(String(target));
    case 'endsWith':
      return typeof value === 'string' && value.endsWith(String(target));
    case 'regex':
      return typeof value === 'string' && safePattern(String(target)).test(value);
    default:
      return false;
  }
}

/** Returns a scope for plain values. For a top-level parameter, `root` is `values`. */
export function scopeOf(values: object, root: object, version: number, description: VisibilityScope['description']): VisibilityScope {
  return { sibling: (path) => getPath(values, path), root: (path) => getPath(root, path), version, description };
}

/**
 * Whether the parameter is shown (or, with `disabledOptions`, disabled). `values`: its siblings with defaults filled in; `root`: the node's
 * top-level parameters.
 */
export function displayParameter(
  values: object,
  property: Pick<NodeProperty, 'displayOptions' | 'disabledOptions'>,
  node: { readonly typeVersion?: number } | null,
  description: VisibilityScope['description'],
  root: object = values,
  key: 'displayOptions' | 'disabledOptions' = 'displayOptions',
): boolean {
  return isVisible(property[key], scopeOf(values, root, node?.typeVersion ?? 0, description));
}

/** Like `displayParameter`, for a parameter given by its path in the node (`options.timeout`). */
export function displayParameterPath(
  values: object,
  property: Pick<NodeProperty, 'displayOptions' | 'disabledOptions'>,
  path: string,
  node: { readonly typeVersion?: number } | null,
  description: VisibilityScope['description'],
  key: 'displayOptions' | 'disabledOptions' = 'displayOptions',
): boolean {
  const parent = path === '' ? values : getPath(values, path);
  return displayParameter(isRecord(parent) ? parent : {}, property, node, description, values, key);
}
