// Completes or reduces a node's parameters: fills in defaults, drops hidden parameters, or drops values equal to their default for a file.
import { exactText, mayBeInexact, noteOwnText } from '../../contract/exact-numbers.ts';
import { isExpression, type JsonObject } from '../../contract/json.ts';
import { type NodeDescription, type NodeProperty, type PropertyGroup, effectiveVersion } from '../node-type.ts';
import { getPath, parsePath } from '../values/object-path.ts';
import { storedText } from '../values/fixed-text.ts';
import { isRecord, ownValue, sameJson, setOwn } from '../values/own-properties.ts';
import { isVisible, type VisibilityScope } from './visibility.ts';
import { isMark, scanCode, type Token } from '../references/code-scan.ts';

export interface ParameterOptions {
  /** Whether to fill in missing values. If not, values equal to their default are dropped, as in a file. */
  readonly returnDefaults: boolean;
  /** Whether to keep parameters that the display rules hide. */
  readonly returnNoneDisplayed: boolean;
  /** Whether to keep values without a property, since a file may come from a newer version of the node. */
  readonly keepUnknown?: boolean;
}

type ParentType = 'root' | 'collection' | 'fixedCollection';
type VersionedNode = { readonly typeVersion?: number };

/**
 * Returns the parameters of a node according to its properties. The result shares values and defaults with its sources: do not modify it. If
 * several properties have one name, the visible one is used. With defaults, keys are in the order of the properties, otherwise in the order of
 * `values`.
 */
export function getNodeParameters(
  properties: readonly NodeProperty[],
  values: JsonObject,
  options: ParameterOptions,
  node: VersionedNode | null,
  description: NodeDescription | null,
): JsonObject {
  const level = new ParameterLevel(properties, values, 'root', { options, version: node?.typeVersion ?? 0, description });
  return level.collect();
}

/** Returns all parameters of a node as its code reads them: with defaults, without hidden ones. */
export function completeParameters(values: JsonObject, node: VersionedNode | null, description: NodeDescription): JsonObject {
  const served = { typeVersion: effectiveVersion(node, description) };
  return getNodeParameters(description.properties, values, { returnDefaults: true, returnNoneDisplayed: false }, served, description);
}

/** Returns the parameters as a file stores them: without defaults and hidden ones; unknown names are kept. */
export function slimParameters(values: JsonObject, node: VersionedNode | null, description: NodeDescription): JsonObject {
  return getNodeParameters(
    description.properties,
    values,
    { returnDefaults: false, returnNoneDisplayed: false, keepUnknown: true },
    { typeVersion: effectiveVersion(node, description) },
    description,
  );
}

/** Where nested properties are: their stored values, and their container. */
export interface HeldProperties {
  readonly values: JsonObject;
  readonly parent: 'collection' | 'fixedCollection';
}

/**
 * Returns the properties that are visible with the stored values, the same ones that `getNodeParameters` uses. Of several with one name, the
 * first visible one. Without `held` they are top-level properties.
 */
export function visibleProperties(
  properties: readonly NodeProperty[],
  stored: JsonObject,
  node: VersionedNode | null,
  description: Pick<NodeDescription, 'name' | 'features' | 'properties' | 'version'>,
  heldProperties?: HeldProperties,
): NodeProperty[] {
  const options = { returnDefaults: true, returnNoneDisplayed: false };
  const shared: Shared = { options, version: effectiveVersion(node, description), description };
  const root = new ParameterLevel(description.properties, stored, 'root', shared);
  const level =
    heldProperties === undefined ? root : new ParameterLevel(properties, heldProperties.values, heldProperties.parent, shared, root);
  const parameterNames = new Set<string>();
  return properties.filter((property) => {
    if (parameterNames.has(property.name) || !level.shows(property)) return false;
    parameterNames.add(property.name);
    return true;
  });
}

interface Shared {
  readonly options: ParameterOptions;
  readonly version: number;
  readonly description: VisibilityScope['description'];
}

/** Properties and values of one level: of the node itself, a collection, or an entry of a fixed collection. */
class ParameterLevel {
  readonly #properties: readonly NodeProperty[];
  readonly #values: JsonObject;
  readonly #parent: ParentType;
  readonly #shared: Shared;
  readonly #scope: VisibilityScope;
  readonly #root: ParameterLevel;
  readonly #byName = new Map<string, NodeProperty[]>();
  readonly #visibility = new Map<NodeProperty, boolean>();

  constructor(properties: readonly NodeProperty[], values: JsonObject, parent: ParentType, shared: Shared, root?: ParameterLevel) {
    this.#properties = properties;
    this.#values = values;
    this.#parent = parent;
    this.#shared = shared;
    const top = root ?? this;
    this.#root = top;
    this.#scope = {
      sibling: (path) => this.#lookup(path),
      root: (path) => top.#lookup(path),
      version: shared.version,
      description: shared.description,
    };
    for (const property of properties) {
      const list = this.#byName.get(property.name);
      if (list === undefined) this.#byName.set(property.name, [property]);
      else list.push(property);
    }
  }

  collect(): JsonObject {
    const result: JsonObject = {};
    if (this.#shared.options.returnDefaults) {
      for (const property of this.#properties) {
        if (!Object.hasOwn(result, property.name) && this.#counts(property)) this.#add(result, property);
      }
      if (this.#shared.options.keepUnknown === true) this.#addUnknown(result);
      return result;
    }
    for (const name of Object.keys(this.#values)) {
      const variants = this.#byName.get(name);
      const property = variants?.find((variant) => this.#counts(variant));
      if (property !== undefined) this.#add(result, property);
      else if (variants === undefined && this.#shared.options.keepUnknown === true) setOwn(result, name, this.#values[name]);
    }
    return result;
  }

  #addUnknown(result: JsonObject): void {
    for (const name of Object.keys(this.#values)) if (!this.#byName.has(name)) setOwn(result, name, this.#values[name]);
  }

  /** Whether the property is part of the result: it is visible, or hidden ones are included and no other property has its name. */
  #counts(property: NodeProperty): boolean {
    return this.#isVisible(property) || (this.#shared.options.returnNoneDisplayed && this.#byName.get(property.name)?.length === 1);
  }

  shows(property: NodeProperty): boolean {
    return this.#isVisible(property);
  }

  #isVisible(property: NodeProperty): boolean {
    const cached = this.#visibility.get(property);
    if (cached !== undefined) return cached;
    // A rule that depends on itself treats this property as visible.
    this.#visibility.set(property, true);
    const isVisibleHere = isVisible(property.displayOptions, this.#scope);
    this.#visibility.set(property, isVisibleHere);
    return isVisibleHere;
  }

  #lookup(path: string): unknown {
    if (this.#byName.has(path) || Object.hasOwn(this.#values, path)) return this.#valueOf(path);
    const [first, ...rest] = parsePath(path);
    return rest.length === 0 ? undefined : getPath(this.#valueOf(first as string), rest);
  }

  /**
   * Returns a value for display rules: the stored value or the default, even of hidden properties; for duplicate names, that of the visible
   * property.
   */
  #valueOf(name: string): unknown {
    const variants = this.#byName.get(name);
    const storedValue = ownValue(this.#values, name);
    const property = variants?.length === 1 ? variants[0] : variants?.find((variant) => this.#isVisible(variant));
    if (property === undefined) return variants === undefined ? storedValue : undefined;
    if (storedValue !== undefined) return isMarked(property, storedValue) ? storedValue.slice(1) : storedValue;
    if (this.#parent === 'collection') return undefined;
    return property.type === 'resourceLocator' ? this.#defaultOf(property) : property.default;
  }

  #add(result: JsonObject, property: NodeProperty): void {
    const storedValue = ownValue(this.#values, property.name);
    const value = storedValue === undefined ? this.#absent(property) : this.#present(property, storedValue);
    if (value === undefined) return;
    setOwn(result, property.name, value);
    if (!mayBeInexact(value)) return;
    const numberText = value === storedValue ? exactText(this.#values, property.name) : exactText(property, 'default');
    if (numberText !== undefined) noteOwnText(result, property.name, numberText);
  }

  #absent(property: NodeProperty): unknown {
    return !this.#shared.options.returnDefaults || this.#parent === 'collection' ? undefined : this.#defaultOf(property);
  }

  #defaultOf(property: NodeProperty): unknown {
    if (property.type === 'fixedCollection' && isRecord(property.default)) return this.#groups(property, property.default);
    if (property.type === 'resourceLocator' && isRecord(property.default)) return { __rl: true, ...property.default };
    return property.default;
  }

  #present(property: NodeProperty, input: unknown): unknown {
    if (input === null && this.#shared.options.returnDefaults && !keepsNull.has(property.type)) return this.#defaultOf(property);
    if (property.type === 'collection') return this.#collection(property, input);
    if (property.type === 'fixedCollection') return this.#fixedCollection(property, input);
    if (this.#shared.options.returnDefaults)
      return property.type === 'filter' ? completeFilter(property, input) : withoutMark(property, input);
    return this.#parent === 'collection' || !sameJson(input, property.default) ? input : undefined;
  }

  #collection(property: NodeProperty, input: unknown): unknown {
    const isList = property.typeOptions?.multipleValues === true;
    if (isExpression(input) || (isList && (isRecord(input) || Array.isArray(input)))) return input;
    if (!isRecord(input)) return this.#misshapen(property, input);
    return this.#nested((property.options ?? []) as readonly NodeProperty[], input, 'collection');
  }

  /** Returns the replacement for a value of the wrong shape: the default. In a file, such a value of a plain collection is kept. */
  #misshapen(property: NodeProperty, value: unknown): unknown {
    if (this.#shared.options.returnDefaults) return this.#defaultOf(property);
    return this.#shared.options.keepUnknown === true && property.type === 'collection' ? value : undefined;
  }

  #fixedCollection(property: NodeProperty, value: unknown): unknown {
    if (isExpression(value)) return value;
    if (!isRecord(value)) return this.#misshapen(property, value);
    const groups = this.#groups(property, value);
    return this.#keepsEmpty(property) || Object.keys(groups).length > 0 ? groups : undefined;
  }

  /** Whether an empty value is kept, because the user has cleared the default. */
  #keepsEmpty({ default: initial }: NodeProperty): boolean {
    return this.#shared.options.returnDefaults || this.#parent === 'collection' || (isRecord(initial) && Object.keys(initial).length > 0);
  }

  #groups(property: NodeProperty, input: JsonObject): JsonObject {
    const groups = new Map((property.options as readonly PropertyGroup[] | undefined)?.map((group) => [group.name, group]));
    const isList = property.typeOptions?.multipleValues === true;
    const result: JsonObject = {};
    for (const name of Object.keys(input)) {
      const fields = groups.get(name)?.values;
      const value = input[name];
      if (fields !== undefined && isRecord(value) && !isList) {
        const entry = this.#nested(fields, value, 'fixedCollection');
        if (this.#keepsEmpty(property) || Object.keys(entry).length > 0) setOwn(result, name, entry);
      } else if (fields !== undefined && (Array.isArray(value) || isExpression(value))) {
        setOwn(result, name, Array.isArray(value) ? this.#entries(fields, value) : value);
      } else if (this.#shared.options.keepUnknown === true) {
        setOwn(result, name, value);
      }
    }
    return result;
  }

  /** Returns the valid entries of a list. Invalid ones are dropped, unless unknown values are kept for a newer version of the node. */
  #entries(fields: readonly NodeProperty[], list: readonly unknown[]): unknown[] {
    const keepsAll = this.#shared.options.keepUnknown === true;
    return list
      .filter((entry) => keepsAll || isRecord(entry) || isExpression(entry))
      .map((entry) => (isRecord(entry) ? this.#nested(fields, entry, 'fixedCollection') : entry));
  }

  #nested(properties: readonly NodeProperty[], values: JsonObject, parent: ParentType): JsonObject {
    return new ParameterLevel(properties, values, parent, this.#shared, this.#root).collect();
  }
}

/** Types for which `null` is a value. For others it means that the value is absent, and the default is used. */
const keepsNull: ReadonlySet<string> = new Set(['boolean', 'number', 'options']);

/** Whether the leading `=` of a text is a mark to remove, in a parameter that allows no expressions. Only a single `$fromAI` call counts as an expression there. */
const isMarked = (property: NodeProperty, value: unknown): value is string =>
  property.noDataExpression === true && isExpression(value) && !isFromAiOnly(value);

/** Returns texts of parameters without expressions so that they are not evaluated. */
const withoutMark = (property: NodeProperty, value: unknown): unknown => (isMarked(property, value) ? storedText(value.slice(1)) : value);

/** Completes a filter's value, since older files lack parts of it. */
function completeFilter(property: NodeProperty, input: unknown): unknown {
  if (!isRecord(input)) return input;
  const own = property.typeOptions?.['filter'];
  const version = isRecord(own) && typeof own['version'] === 'number' ? own['version'] : 1;
  const defaults = { caseSensitive: true, leftValue: '', typeValidation: 'strict', version };
  return { combinator: 'and', ...input, options: isRecord(input['options']) ? { ...defaults, ...input['options'] } : defaults };
}

const isCallName = (token: Token | undefined): boolean => token?.kind === 'word' && token.text.toLowerCase() === '$fromai';

/** Whether an expression is exactly one `$fromAI` call with plain literals: it can neither read data nor run code. */
export function isFromAiOnly(value: string): boolean {
  const code = /^=\s*\{\{([\s\S]*)\}\}\s*$/.exec(value)?.[1];
  if (code === undefined) return false;
  const tokens = scanCode(code);
  if (!isCallName(tokens[0]) || !isMark(tokens[1], '(')) return false;
  let at = 2;
  while (at < tokens.length) {
    const next = literalEnd(tokens, at);
    if (next === undefined) return false;
    if (isMark(tokens[next], ')')) return next === tokens.length - 1;
    if (!isMark(tokens[next], ',')) return false;
    at = next + 1;
  }
  return false;
}

const plainWords = new Set(['true', 'false', 'null', 'undefined']);

/** Returns the index after the literal at `at`; undefined if there is none. */
function literalEnd(tokens: readonly Token[], at: number): number | undefined {
  const token = tokens[at] as Token;
  if (token.kind === 'string' || token.kind === 'number') return at + 1;
  if (token.kind === 'word') return plainWords.has(token.text) ? at + 1 : undefined;
  if (isMark(token, '-')) return tokens[at + 1]?.kind === 'number' ? at + 2 : undefined;
  return isMark(token, '`') && tokens[at + 1]?.kind === 'text' && isMark(tokens[at + 2], '`') ? at + 3 : undefined;
}
