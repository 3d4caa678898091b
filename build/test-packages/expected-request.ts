// A second reading of the documented rules of declarative nodes, which the request of the product is compared with.
// It shares no code with the product's own reading.
import type { JsonObject } from '../../engine/contract/json.ts';
import { evaluateAlone } from '../../engine/execution/index.ts';
import type { NodeDescription, NodeProperty } from '../../engine/workflow/node-type.ts';
import { displayParameter } from '../../engine/workflow/parameters/visibility.ts';

type Table = Record<string, unknown>;

export interface ExpectedRequest {
  readonly method: string;
  /** Without the query. */
  readonly url: string;
  /** `name=value`, decoded, in the order of the names. */
  readonly query: readonly string[];
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for no body or an empty object. */
  readonly body: unknown;
}

export interface Declaration {
  readonly description: NodeDescription;
  /** All visible parameters, with defaults. */
  readonly parameters: JsonObject;
  readonly typeVersion: number;
  readonly credential: JsonObject;
}

const isTable = (value: unknown): value is Table => typeof value === 'object' && value !== null && !Array.isArray(value);
const tableOf = (value: unknown): Table => (isTable(value) ? value : {});

/** Returns the expected request; undefined if code of the package, or paging, takes part in it. */
export function expectedRequest({ description, parameters, typeVersion, credential }: Declaration): ExpectedRequest | undefined {
  const plain = tableOf(withoutLocators(parameters));
  const common: Table = { $parameter: plain, $credentials: credential, $version: typeVersion, $json: {} };
  const evaluated = tableOf(filled(plain, common));
  common['$parameter'] = evaluated;
  const visible = (part: object, level: Table): boolean =>
    displayParameter(level, part, { typeVersion }, { name: description.name }, parameters);

  const request: Table = { headers: {}, qs: {}, body: {} };
  overlay(request, filled((description as unknown as Table)['requestDefaults'], common));
  for (const { routing, names } of declarations(description.properties, evaluated, {}, visible)) {
    const all = { ...common, ...names };
    const { request: changes, send } = routing;
    overlay(request, filled(changes, all));
    if (!isTable(send)) continue;
    if (send['preSend'] !== undefined || filled(send['paginate'], all) === true) return undefined;
    addToRequest(request, send, all);
  }
  return wire(request);
}

interface Declared {
  readonly routing: Table;
  readonly names: Table;
}

/** Yields the routing of what is visible and chosen, in the order of the description. */
function* declarations(
  properties: readonly NodeProperty[],
  level: Table,
  names: Table,
  visible: (part: object, level: Table) => boolean,
): Generator<Declared> {
  for (const property of properties) {
    const value = level[property.name];
    if (value === undefined || !visible(property, level)) continue;
    const here = { ...names, $value: value };
    if (isTable(property['routing'])) yield { routing: property['routing'], names: here };
    for (const option of (property.options ?? []) as readonly Table[]) {
      const routing = tableOf(option['routing']);
      const name = String(option['name']);
      if (property.type === 'options' || property.type === 'multiOptions') {
        const isChosen = Array.isArray(value) ? value.includes(option['value']) : value === option['value'];
        if (isChosen) yield { routing, names: { ...here, $value: option['value'] } };
      } else if (property.type === 'collection') {
        for (const entry of [value].flat().filter(isTable)) {
          yield* declarations([option as unknown as NodeProperty], entry, { ...names, $parent: entry }, visible);
        }
      } else if (property.type === 'fixedCollection' && isTable(value) && value[name] !== undefined) {
        yield { routing, names: { ...here, $value: value[name] } };
        for (const [$index, entry] of [value[name]].flat().filter(isTable).entries()) {
          yield* declarations(option['values'] as readonly NodeProperty[], entry, { ...names, $parent: entry, $index }, visible);
        }
      }
    }
  }
}

/** Puts a value where `send` says: into the body or the query. */
function addToRequest(request: Table, { type, property, propertyInDotNotation, value }: Table, names: Table): void {
  const path = filled(property, names);
  const sent = value === undefined ? names['$value'] : filled(value, names);
  if (typeof path !== 'string' || path === '' || sent === undefined) return;
  const steps = propertyInDotNotation === false ? [path] : path.split(/\.|\[(\d+)\]/).filter((step) => step !== undefined && step !== '');
  const last = steps.pop() ?? path;
  let target = request[type === 'query' ? 'qs' : 'body'] as Table;
  steps.forEach((step, index) => {
    const isList = /^\d+$/.test(steps[index + 1] ?? last);
    target[step] ??= isList ? [] : {};
    target = target[step] as Table;
  });
  target[last] = sent;
}

/** Replaces every expression in a value. */
function filled(value: unknown, names: Table): unknown {
  if (typeof value === 'string') return value.startsWith('=') ? evaluateAlone(value, names) : value;
  if (Array.isArray(value)) return value.map((entry) => filled(entry, names));
  return isTable(value) ? Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, filled(entry, names)])) : value;
}

function withoutLocators(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLocators);
  if (!isTable(value)) return value;
  if (value['__rl'] === true) return value['value'];
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withoutLocators(entry)]));
}

/** Adds fields to an object; objects in both are joined, other values replace earlier ones. */
function overlay(target: Table, changes: unknown): void {
  for (const [key, value] of Object.entries(tableOf(changes))) {
    const before = target[key];
    if (value === undefined) continue;
    if (!isTable(value)) {
      target[key] = value;
      continue;
    }
    const joined = isTable(before) ? before : {};
    overlay(joined, value);
    target[key] = joined;
  }
}

function wire({ method = 'GET', baseURL, url = '', qs, headers, body, arrayFormat, json }: Table): ExpectedRequest {
  const path = String(url as string);
  const base = typeof baseURL === 'string' ? baseURL : '';
  const isWhole = base === '' || /^\w+:\/\//.test(path);
  const address = new URL(isWhole ? path : path === '' ? base : `${base.replace(/\/$/, '')}/${path.replace(/^\//, '')}`);
  const inUrl = [...address.searchParams].map(([name, value]) => `${name}=${value}`);
  address.search = '';
  const sentHeaders = Object.entries(tableOf(headers)).filter(([, value]) => value !== undefined && value !== null);
  return {
    method: String(method as string).toUpperCase(),
    url: address.href,
    query: [...inUrl, ...pairs('', qs, String((arrayFormat as string | undefined) ?? 'brackets'))].toSorted(),
    headers: {
      ...(json === true ? { accept: 'application/json' } : {}),
      ...Object.fromEntries(sentHeaders.map(([name, value]) => [name.toLowerCase(), String(value as string)])),
    },
    body: isTable(body) && Object.keys(body).length === 0 ? undefined : body,
  };
}

/** Query parameters as axios documents them: `list[]=1`, `object[key]=1`, and none for null. */
function pairs(name: string, value: unknown, format: string): readonly string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) {
    if (format === 'comma') return [`${name}=${value.join(',')}`];
    const key = { repeat: name, indices: undefined }[format] ?? `${name}[]`;
    return value.flatMap((entry, index) => pairs(format === 'indices' ? `${name}[${index}]` : key, entry, format));
  }
  if (isTable(value)) return Object.entries(value).flatMap(([key, entry]) => pairs(name === '' ? key : `${name}[${key}]`, entry, format));
  return [`${name}=${String(value as string)}`];
}
