// Adapts the nodes of a package: its stored descriptions, and functions that run in the package's process.
import type { NodeSummary, StoredNode } from '../../packages/catalog.ts';
import type { CallContent } from '../../packages/process/protocol.ts';
import type { DescribedVersion } from '../../packages/worker/describe.ts';
import type { CallContext } from '../../packages/process/call-context.ts';
import {
  type ExecuteContext,
  type NodeDefinition,
  type NodeMethods,
  type NodeOutput,
  type NodeVersion,
  type DetachedContext,
  pairedWithThemselves,
} from '../../sdk/index.ts';
import type { Codex, NodeDescription, NodeProperty } from '../../workflow/node-type.ts';
import { nodeOutputOf } from '../../packages/process/returned-data.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';
import { attachedContext, checkedTypes, contextOf, type PackageOfNode } from './call-context.ts';
import { DeclarativeNode, isDeclarative, withLoadedOptions } from './routing/index.ts';
import { supplyOfPackage } from './parts/package-supply.ts';
import { ServedParts } from './parts/served-parts.ts';
import { startersOf, withPollTimes } from './package-triggers.ts';
import { withFilesStored } from './stored-files.ts';

/** Returns a node of a package, under the type name that the catalog gives it. */
export function packageNode(owner: PackageOfNode, type: string, { place, versions, codex }: StoredNode): NodeDefinition {
  const [first] = versions;
  const { defaultVersion, icon } = first?.description ?? {};
  return {
    type,
    icon: typeof icon === 'string' ? icon.replace(/^file:/, '') : '',
    ...(typeof defaultVersion === 'number' ? { defaultVersion } : {}),
    versions: versions.map((version) => nodeVersion(owner, type, place, version, codex)),
  };
}

function nodeVersion(
  owner: PackageOfNode,
  type: string,
  place: StoredNode['place'],
  version: DescribedVersion,
  codex: StoredNode['codex'],
): NodeVersion {
  const description = withPollTimes({ ...descriptionOf(version.description, codex), package: owner.name });
  const names = [...new Set(description.properties.map(({ name }) => name))];
  const checked = checkedTypes(description.properties);
  const run = async (ctx: ExecuteContext, operation?: OwnOperation): Promise<NodeOutput | null> => {
    const { context, variable } = contextOf(owner, ctx, names);
    const { sources, runIndex, continueOnFail, isStreaming, executionId } = ctx;
    const inputs = ctx.inputs.map((list, input) => (list === null ? null : pairedWithThemselves(list, input)));
    const content: CallContent = {
      kind: 'execute',
      place,
      context: { ...context, executionId, ...(checked === undefined ? {} : { checked }) },
      // A node used as a tool has the type `…Tool` but runs the same code.
      run: { inputs, sources, runIndex, continueOnFail, isStreaming, isTool: ctx.node.type !== type, webhookUrls: urlsOf(ctx) },
      ...(operation === undefined ? {} : { operation }),
    };
    const attached: CallContext['attached'] = (used, supplier) => attachedContext(owner, used, supplier);
    const parts = new ServedParts(ctx);
    const output = await owner.packages.call(owner.name, content, { node: ctx, run: ctx, variable, attached, parts, types: owner.types });
    return withFilesStored(nodeOutputOf(output, owner.name), ctx.binary);
  };
  const methods = methodsOf(owner, place, version, names);
  const starters = startersOf(owner, place, version, names);
  const declarative = new DeclarativeNode(owner, place, description, names);
  const { properties, loadOptions } = withLoadedOptions(description.properties, (ctx, routing) => declarative.options(ctx, routing));
  const execute = version.functions.includes('execute')
    ? (ctx: ExecuteContext) => run(ctx)
    : isDeclarative(description, version.functions)
      ? (ctx: ExecuteContext) => {
          const own = ownOperation(version, ctx);
          return own === undefined ? declarative.execute(ctx).then((output) => withFilesStored(output, ctx.binary)) : run(ctx, own);
        }
      : undefined;
  return {
    description: { ...description, properties },
    methods: { ...methods, loadOptions: { ...methods.loadOptions, ...loadOptions } },
    ...starters,
    ...(execute === undefined ? {} : { execute }),
    ...(version.functions.includes('supplyData')
      ? { supply: supplyOfPackage(owner, place, names), supplier: { package: owner.name, place, parameters: names } }
      : {}),
  };
}

/** Returns the URLs of the node's webhooks; none if they depend on what this run does not have. */
function urlsOf(ctx: ExecuteContext): Readonly<Record<string, string>> {
  try {
    return Object.fromEntries(ctx.webhookUrls());
  } catch {
    return {};
  }
}

type OwnOperation = NonNullable<Extract<CallContent, { kind: 'execute' }>['operation']>;

/** Returns the chosen operation if it has a function of its own, as a few operations of declarative nodes have. */
function ownOperation({ operations }: DescribedVersion, ctx: ExecuteContext): OwnOperation | undefined {
  if (operations === undefined) return undefined;
  const [resource, operation] = [String(ctx.param('resource', 0, '')), String(ctx.param('operation', 0, ''))];
  return Object.hasOwn(operations, resource) && operations[resource]?.includes(operation) === true ? { resource, operation } : undefined;
}

/** Returns the descriptions of a node's versions, without properties. */
export function summariesOf(type: string, { descriptions, codex }: NodeSummary, iconVersion: string): readonly NodeDescription[] {
  const numbers = descriptions.flatMap(({ version }) => (version ?? 1) as number | readonly number[]);
  const [first] = descriptions;
  const declaredDefault = first?.['defaultVersion'];
  const defaultVersion = typeof declaredDefault === 'number' ? declaredDefault : Math.max(...numbers);
  return descriptions.map((description) => ({
    ...descriptionOf(description, codex),
    name: type,
    defaultVersion,
    iconVersion,
    isPartial: true,
  }));
}

const listGroups = ['loadOptions', 'listSearch', 'resourceMapping', 'localResourceMapping', 'actionHandler'] as const;

/** Returns the functions that fill lists in the editor. Their results are checked by the routes that return them. */
function methodsOf(owner: PackageOfNode, place: StoredNode['place'], { methods }: DescribedVersion, names: readonly string[]): NodeMethods {
  const groups = listGroups.map((group) => {
    const functions = (methods[group] ?? []).map((method) => [
      method,
      async (ctx: DetachedContext, ...args: readonly unknown[]): Promise<unknown> => {
        const { context, variable } = contextOf(owner, ctx, names);
        return owner.packages.call(
          owner.name,
          { kind: 'method', place, context, group, method, args },
          { node: ctx, variable, types: owner.types },
        );
      },
    ]);
    return [group, Object.fromEntries(functions) as object];
  });
  return Object.fromEntries(groups) as NodeMethods;
}

/** Returns a package's description with the fields that this program requires. Its place in the creator may be in a file beside the class. */
function descriptionOf(description: DescribedVersion['description'], codex: StoredNode['codex']): NodeVersion['description'] {
  const { name: _name, icon: _icon, defaultVersion: _default, ...rest } = description as unknown as NodeDescription;
  const { displayName, group, defaults, inputs, outputs, properties, version } = rest as Partial<NodeDescription>;
  return {
    ...rest,
    displayName: displayName ?? '',
    description: rest.description ?? '',
    version: version ?? 1,
    group: group ?? [],
    defaults: isRecord(defaults) ? (defaults as NodeDescription['defaults']) : { name: displayName ?? '' },
    inputs: inputs ?? ['main'],
    outputs: outputs ?? ['main'],
    properties: listsOnly(properties) as readonly NodeProperty[],
    codex: codexOf(rest.codex, codex),
  };
}

/** Returns the place in the creator that the class or the file beside it declares, in a form that lists can rely on. */
function codexOf(...codexes: readonly unknown[]): Codex {
  const parts = codexes.filter(isRecord);
  const first = <T>(key: string, read: (value: unknown) => T | undefined): T | undefined =>
    parts.map((part) => read(part[key])).find((value) => value !== undefined);
  const categories = first('categories', textsOf);
  const alias = first('alias', textsOf);
  const subcategories = first('subcategories', (value) => (isRecord(value) ? value : undefined));
  const resources = first('resources', (value) => (isRecord(value) ? value : undefined));
  const pages = Array.isArray(resources?.['primaryDocumentation']) ? resources['primaryDocumentation'] : [];
  const primaryDocumentation = pages.flatMap((page: unknown) =>
    isRecord(page) && typeof page['url'] === 'string' ? [{ url: page['url'] }] : [],
  );
  return {
    ...(categories === undefined ? {} : { categories }),
    ...(alias === undefined ? {} : { alias }),
    ...(subcategories === undefined
      ? {}
      : { subcategories: Object.fromEntries(Object.entries(subcategories).map(([category, names]) => [category, textsOf(names) ?? []])) }),
    ...(primaryDocumentation.length === 0 ? {} : { resources: { primaryDocumentation } }),
  };
}

/** Returns the texts of a list, without spaces around them; undefined for something else. */
const textsOf = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value)
    ? value.flatMap((each: unknown) => (typeof each === 'string' && each.trim() !== '' ? [each.trim()] : []))
    : undefined;

/** Returns the properties without choices, fields and groups that are no lists, such as those of a module that this program does not have. */
function listsOnly(properties: unknown): readonly unknown[] {
  if (!Array.isArray(properties)) return [];
  return properties.filter(isRecord).map(({ options, values, ...property }) => ({
    ...property,
    ...(Array.isArray(options) ? { options: listsOnly(options) } : {}),
    ...(Array.isArray(values) ? { values: listsOnly(values) } : {}),
  }));
}
