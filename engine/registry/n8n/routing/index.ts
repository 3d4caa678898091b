// Nodes without code: they declare their requests in their description (`routing`), which is interpreted here.
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../../contract/json.ts';
import type { Item } from '../../../contract/run-data.ts';
import type { ClassPlace } from '../../../packages/process/protocol.ts';
import {
  mapItemsAsync,
  type ExecuteContext,
  type NodeMethods,
  type NodeOutput,
  type NodeVersion,
  type DetachedContext,
} from '../../../sdk/index.ts';
import type { NodeProperty, PropertyOption } from '../../../workflow/node-type.ts';
import { displayParameter } from '../../../workflow/parameters/visibility.ts';
import { isRecord } from '../../../workflow/values/own-properties.ts';
import { checkedTypes, type PackageOfNode } from '../call-context.ts';
import { contribute, defaultPlan, planOf, withoutLocators, type PlanSource, type RoutingPlan } from './plan.ts';
import { RoutedCall, type RoutedCallParts } from './routed-call.ts';
import { recordIn, routingIn, type Fields, type Routing } from './rules.ts';
import { RoutingValues, type RoutingCredential } from './values.ts';

type Description = NodeVersion['description'];

/** Whether a node consists of its description alone. Nodes that wait for a response also have a webhook, unlike triggers, which have no inputs. */
export const isDeclarative = (description: Description, functions: readonly string[]): boolean =>
  functions.every((name) => name === 'webhook' && description.inputs.length > 0) &&
  ('requestDefaults' in description || description.properties.some((property) => hasRouting(property)));

const hasRouting = (part: unknown): boolean =>
  isRecord(part) &&
  (routingIn(part) !== undefined || [part['options'], part['values']].some((list) => Array.isArray(list) && list.some(hasRouting)));

export class DeclarativeNode {
  readonly #owner: PackageOfNode;
  readonly #place: ClassPlace;
  readonly #description: Description & Fields;
  readonly #names: readonly string[];
  readonly #checked: Readonly<Record<string, string>> | undefined;
  readonly #readsCredentials: boolean;
  readonly #hasFunctions: boolean;

  constructor(owner: PackageOfNode, place: ClassPlace, description: Description, names: readonly string[]) {
    this.#owner = owner;
    this.#place = place;
    this.#description = description;
    this.#names = names;
    this.#checked = checkedTypes(description.properties);
    const json = JSON.stringify(description);
    this.#readsCredentials = json.includes('$credentials');
    this.#hasFunctions = json.includes('"$function"');
  }

  /** Runs the node: each item has a request of its own. */
  execute(ctx: ExecuteContext): Promise<NodeOutput> {
    return mapItemsAsync(ctx, async (item, itemIndex) => {
      const source = await this.#source(ctx, itemIndex);
      return this.#items(ctx, source, planOf(source), { item, itemIndex, executionId: ctx.executionId });
    });
  }

  /** Returns options that a property requests from the service. */
  async options(ctx: DetachedContext, routing: Routing): Promise<readonly PropertyOption[]> {
    const source = await this.#source(ctx, 0);
    const plan = defaultPlan(source);
    contribute(plan, source, routing, {});
    const items = await this.#items(ctx, source, plan, { item: { json: {} }, itemIndex: 0, executionId: '' });
    return items.flatMap(({ json }) => optionOf(json) ?? []);
  }

  #items(ctx: DetachedContext, { values, credential }: Source, plan: RoutingPlan, of: ItemOfCall): Promise<readonly Item[]> {
    const [owner, place, names, checked] = [this.#owner, this.#place, this.#names, this.#checked];
    return new RoutedCall({ owner, place, names, checked, ctx, values, credential, ...of }, plan).items();
  }

  async #source(ctx: DetachedContext, itemIndex: number): Promise<Source> {
    const entries = this.#names.map((name) => [name, ctx.param(name, itemIndex, undefined, { extractValue: false })] as const);
    const parameters = Object.assign(Object.create(null) as object, Object.fromEntries(entries)) as Fields;
    const credential = await this.#credential(ctx, parameters, itemIndex);
    const extracted = (path: string): unknown => ctx.param(path, itemIndex);
    const plain = entries.map(([name, value]) => [name, withoutLocators(value, name, extracted)] as const);
    // Elsewhere, `$parameter` returns resource locators as they are stored.
    const hasLocators = plain.some(([, value], index) => !isDeepStrictEqual(value, entries[index]?.[1]));
    const names = hasLocators ? { $parameter: Object.fromEntries(plain) } : {};
    return {
      description: this.#description,
      parameters,
      extracted,
      typeVersion: ctx.version,
      timezone: ctx.timezone,
      values: new RoutingValues(ctx, itemIndex, { credential, hidesSecrets: this.#hasFunctions, names }),
      credential,
    };
  }

  /** Returns the credential of the shown slot that has one, or that requires one. */
  async #credential(ctx: DetachedContext, parameters: Fields, itemIndex: number): Promise<RoutingCredential | undefined> {
    const { credentials: slots = [] } = this.#description;
    const visibleSlots = slots.filter((slot) => displayParameter(parameters, slot, { typeVersion: ctx.version }, { name: '' }));
    const chosen =
      visibleSlots.find(({ name }) => Object.hasOwn(ctx.node.credentials ?? {}, name)) ??
      visibleSlots.find(({ required }) => required === true);
    if (chosen === undefined) return undefined;
    const type = await this.#owner.credentialType(chosen.name);
    const data: JsonObject = this.#readsCredentials ? await ctx.credentials(chosen.name, itemIndex) : {};
    const open = new Set(type?.fields.filter(({ typeOptions }) => typeOptions?.password !== true).map(({ name }) => name));
    const secret = new Set(Object.keys(data).filter((name) => !open.has(name) || name === 'oauthTokenData'));
    // The error of an unknown type is that of signing.
    return { type: chosen.name, data, secret, signs: type === undefined || type.sign !== undefined };
  }
}

type ItemOfCall = Pick<RoutedCallParts, 'item' | 'itemIndex' | 'executionId'>;
type Source = PlanSource & { readonly credential: RoutingCredential | undefined };

/** Options whose name is missing show their value. */
function optionOf({ name, value, description }: JsonObject): PropertyOption | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  return {
    name: typeof name === 'string' ? name : String(name ?? value),
    value,
    ...(typeof description === 'string' ? { description } : {}),
  };
}

/**
 * Turns options that a property requests by routing into methods of the node, like options loaded by package code. Returns the properties, which
 * refer to the methods by name, and the methods.
 */
export function withLoadedOptions(
  properties: readonly NodeProperty[],
  load: (ctx: DetachedContext, routing: Routing) => Promise<readonly PropertyOption[]>,
): { readonly properties: readonly NodeProperty[]; readonly loadOptions: NonNullable<NodeMethods['loadOptions']> } {
  const methods: Record<string, (ctx: DetachedContext) => Promise<readonly PropertyOption[]>> = {};
  const adapt = (part: unknown): unknown => {
    if (!isRecord(part)) return part;
    const routing = routingIn(recordIn(recordIn(part['typeOptions'])['loadOptions']));
    const lists = ['options', 'values'].filter((key) => Array.isArray(part[key]));
    const copy: Record<string, unknown> = { ...part };
    for (const key of lists) copy[key] = (part[key] as readonly unknown[]).map(adapt);
    if (routing === undefined) return copy;
    const name = `routing:${Object.keys(methods).length}`;
    methods[name] = (ctx) => load(ctx, routing);
    return { ...copy, typeOptions: { ...recordIn(part['typeOptions']), loadOptionsMethod: name } };
  };
  return { properties: properties.map(adapt) as readonly NodeProperty[], loadOptions: methods };
}
