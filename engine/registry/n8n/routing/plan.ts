// Collects what the visible properties and chosen options of a node declare for one item: the request, and what is done with its response.
import { DateTime } from 'luxon';
import type { FunctionMark } from '../../../packages/worker/describe.ts';
import { setPath } from '../../../sdk/index.ts';
import type { NodeDescription, NodeProperty, PropertyGroup } from '../../../workflow/node-type.ts';
import { displayParameter } from '../../../workflow/parameters/visibility.ts';
import { checkedValue } from '../../../packages/worker/context/parameters.ts';
import { convertible } from '../call-context.ts';
import { isRecord } from '../../../workflow/values/own-properties.ts';
import { isMark, listIn, recordIn, routingIn, type Fields, type ReceiveAction, type Routing } from './rules.ts';
import type { Names, RoutingValues } from './values.ts';

/** An action on the response, with the names for its expressions. */
export interface PlannedAction {
  readonly action: ReceiveAction | FunctionMark;
  readonly names: Names;
}

export interface RoutingPlan {
  /** Options of the request, as `httpRequest` accepts them. */
  readonly request: Record<string, unknown>;
  readonly preSend: FunctionMark[];
  readonly postReceive: PlannedAction[];
  /** How further pages are requested, if `paginate` is set. */
  pagination: unknown;
  paginate: boolean;
  maxResults: number | undefined;
}

export interface PlanSource {
  readonly description: Pick<NodeDescription, 'properties'> & Fields;
  /** Top-level parameters of the item, by name. */
  readonly parameters: Fields;
  /** Returns the plain value of a resource locator. */
  readonly extracted: (path: string) => unknown;
  readonly typeVersion: number;
  /** IANA time zone of dates that have none. */
  readonly timezone: string;
  readonly values: RoutingValues;
}

/** Returns the plan with the defaults of the description only. */
export function defaultPlan({ description, values }: Pick<PlanSource, 'description' | 'values'>): RoutingPlan {
  return {
    // Package code adds fields to all three without looking whether they are there.
    request: merge({ headers: {}, qs: {}, body: {} }, recordIn(values.of(description['requestDefaults']))),
    preSend: [],
    postReceive: [],
    pagination: recordIn(description['requestOperations'])['pagination'],
    paginate: false,
    maxResults: undefined,
  };
}

/** Returns the plan of a node for one item. Throws the errors of expressions. */
export function planOf(source: PlanSource): RoutingPlan {
  const plan = defaultPlan(source);
  collect(plan, source, source.description.properties, { values: source.parameters, path: '', names: {} });
  return plan;
}

/** Returns the value of a parameter with plain values in place of its resource locators. */
export function withoutLocators(value: unknown, path: string, extracted: PlanSource['extracted']): unknown {
  if (Array.isArray(value)) return value.map((entry, index) => withoutLocators(entry, `${path}[${index}]`, extracted));
  if (!isRecord(value)) return value;
  if (value['__rl'] === true) return extracted(path);
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withoutLocators(entry, `${path}.${key}`, extracted)]));
}

/** Where properties get their values: the node itself, or a collection within it. */
interface Level {
  readonly values: Fields;
  /** Path of the level in the node, with a final dot. */
  readonly path: string;
  readonly names: Names;
}

function collect(plan: RoutingPlan, source: PlanSource, properties: readonly NodeProperty[], level: Level): void {
  const { typeVersion, parameters } = source;
  const visibilityOf = { name: '', features: {} };
  for (const property of properties) {
    const value = Object.hasOwn(level.values, property.name) ? level.values[property.name] : undefined;
    if (value === undefined || !displayParameter(level.values, property, { typeVersion }, visibilityOf, parameters)) continue;
    const path = `${level.path}${property.name}`;
    const plainValue = isRecord(value) && value['__rl'] === true ? source.extracted(path) : value;
    const typed = convertible.has(property.validateType)
      ? checkedValue(plainValue, String(property.validateType), source.timezone)
      : plainValue;
    const names = { ...level.names, $value: typed, $self: typed };
    contribute(plan, source, routingIn(property), names);
    if (property.type === 'options' || property.type === 'multiOptions') collectOptions(plan, source, property, value, names);
    else if (property.type === 'collection') collectCollection(plan, source, property, value, { ...level, path });
    else if (property.type === 'fixedCollection') collectGroups(plan, source, property, value, { ...level, path });
  }
}

function collectOptions(plan: RoutingPlan, source: PlanSource, { options = [] }: NodeProperty, value: unknown, names: Names): void {
  const chosen = new Set([value].flat());
  for (const option of options) {
    if (!('value' in option) || !chosen.has(option.value)) continue;
    contribute(plan, source, routingIn(option), { ...names, $value: option.value });
  }
}

/** A collection is one object, or a list of them. */
function collectCollection(plan: RoutingPlan, source: PlanSource, { options = [] }: NodeProperty, value: unknown, level: Level): void {
  const isList = Array.isArray(value);
  [value].flat().forEach((entry, index) => {
    if (!isRecord(entry)) return;
    const path = isList ? `${level.path}[${index}].` : `${level.path}.`;
    const names = { ...level.names, $parent: entry, ...(isList ? { $index: index } : {}) };
    collect(plan, source, options as readonly NodeProperty[], { values: entry, path, names });
  });
}

function collectGroups(plan: RoutingPlan, source: PlanSource, { options = [] }: NodeProperty, value: unknown, level: Level): void {
  for (const group of options as readonly PropertyGroup[]) {
    const entries = isRecord(value) && Object.hasOwn(value, group.name) ? value[group.name] : undefined;
    if (entries === undefined) continue;
    contribute(plan, source, routingIn(group as unknown as Fields), { ...level.names, $value: entries, $self: entries, $parent: value });
    const isList = Array.isArray(entries);
    [entries].flat().forEach((entry, index) => {
      if (!isRecord(entry)) return;
      const path = `${level.path}.${group.name}${isList ? `[${index}]` : ''}.`;
      collect(plan, source, group.values, { values: entry, path, names: { ...level.names, $parent: entry, $index: index } });
    });
  }
}

/** Adds what one property or option declares. */
export function contribute(plan: RoutingPlan, { values }: Pick<PlanSource, 'values'>, routing: Routing | undefined, names: Names): void {
  if (routing === undefined) return;
  const { request, send, output, operations } = routing;
  merge(plan.request, recordIn(values.of(request, names)));
  if (send !== undefined) addSend(plan, values, send, names);
  if (operations?.pagination !== undefined) plan.pagination = operations.pagination;
  if (output?.maxResults !== undefined) {
    const limit = Number(values.of(output.maxResults, names));
    plan.maxResults = Number.isFinite(limit) ? limit : undefined;
  }
  for (const action of listIn(output?.postReceive)) {
    if (isMark(action) || isRecord(action)) plan.postReceive.push({ action, names });
  }
}

function addSend(plan: RoutingPlan, values: RoutingValues, send: NonNullable<Routing['send']>, names: Names): void {
  const { type = 'body', property, propertyInDotNotation, value = names['$value'], preSend, paginate } = send;
  plan.preSend.push(...listIn(preSend).filter(isMark));
  if (paginate !== undefined) plan.paginate = values.of(paginate, names) === true;
  const name = values.of(property, names);
  if (typeof name !== 'string' || name === '') return;
  const sentValue = send.value === undefined ? value : values.of(value, names);
  const sendValue = DateTime.isDateTime(sentValue) ? sentValue.toISO() : sentValue;
  if (sendValue === undefined) return;
  const key = type === 'query' ? 'qs' : 'body';
  const target = isRecord(plan.request[key]) ? (plan.request[key] as Record<string, unknown>) : {};
  plan.request[key] = target;
  if (propertyInDotNotation === false) define(target, name, sendValue);
  else setPath(target, name, sendValue);
}

/** Merges fields into an object, in place; objects within it are merged too, anything else is replaced. Returns the object. */
export function merge(target: Record<string, unknown>, fields: Fields): Record<string, unknown> {
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    const before = Object.hasOwn(target, name) ? target[name] : undefined;
    define(target, name, isRecord(value) && !ArrayBuffer.isView(value) ? merge(isRecord(before) ? { ...before } : {}, value) : value);
  }
  return target;
}

/** Also sets names such as `__proto__` as plain fields. */
function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
}
