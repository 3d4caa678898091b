// Adapts the nodes of a package: its stored descriptions, and functions that run in the package's process.
import type { JsonObject, JsonValue } from '../../contract/json.ts';
import type { Packages } from '../../packages/index.ts';
import type { StoredNode } from '../../packages/catalog.ts';
import type { CallContent, ContextData, NodeData } from '../../packages/process/protocol.ts';
import type { DescribedVersion } from '../../packages/worker/describe.ts';
import type { ExecuteContext, NodeDefinition, NodeMethods, NodeOutput, NodeVersion, StandingContext } from '../../sdk/index.ts';
import type { Codex, NodeDescription, NodeProperty } from '../../workflow/node-type.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';

export interface PackageOfNode {
  readonly packages: Packages;
  /** Name of the package. */
  readonly name: string;
  /** Identifies this installation to package code. */
  readonly instanceId: string;
}

/** Returns a node of a package, under the type name that the catalog gives it. */
export function packageNode(owner: PackageOfNode, type: string, { place, versions, codex }: StoredNode): NodeDefinition {
  const [first] = versions;
  const { defaultVersion, icon } = first?.description ?? {};
  return {
    type,
    icon: typeof icon === 'string' ? icon.replace(/^file:/, '') : '',
    ...(typeof defaultVersion === 'number' ? { defaultVersion } : {}),
    versions: versions.map((version) => nodeVersion(owner, place, version, codex)),
  };
}

function nodeVersion(owner: PackageOfNode, place: StoredNode['place'], version: DescribedVersion, codex: StoredNode['codex']): NodeVersion {
  const description = descriptionOf(version.description, codex);
  const names = [...new Set(description.properties.map(({ name }) => name))];
  const run = async (ctx: ExecuteContext): Promise<NodeOutput | null> => {
    const { context, variable } = contextOf(owner, ctx, names);
    const { inputs, sources, runIndex, continueOnFail, executionId } = ctx;
    const content: CallContent = {
      kind: 'execute',
      place,
      context: { ...context, executionId },
      run: { inputs, sources, runIndex, continueOnFail },
    };
    return (await owner.packages.call(owner.name, content, { node: ctx, run: ctx, variable })) as NodeOutput | null;
  };
  const methods = methodsOf(owner, place, version, names);
  return { description, methods, ...(version.functions.includes('execute') ? { execute: run } : {}) };
}

const listGroups = ['loadOptions', 'listSearch', 'resourceMapping', 'localResourceMapping'] as const;

/** Returns the functions that fill lists in the editor. Their results are checked by the routes that return them. */
function methodsOf(owner: PackageOfNode, place: StoredNode['place'], { methods }: DescribedVersion, names: readonly string[]): NodeMethods {
  const groups = listGroups.map((group) => {
    const functions = (methods[group] ?? []).map((method) => [
      method,
      async (ctx: StandingContext, ...args: readonly unknown[]): Promise<unknown> => {
        const { context, variable } = contextOf(owner, ctx, names);
        return owner.packages.call(owner.name, { kind: 'method', place, context, group, method, args }, { node: ctx, variable });
      },
    ]);
    return [group, Object.fromEntries(functions) as object];
  });
  return Object.fromEntries(groups) as NodeMethods;
}

/** Returns what package code may know of its node in advance, without the execution, and the names of parameters that depend on the item. */
function contextOf(
  { instanceId }: PackageOfNode,
  ctx: StandingContext,
  names: readonly string[],
): { readonly context: ContextData; readonly variable: readonly string[] } {
  const variable = names.filter((name) => !ctx.isParamConstant(name));
  const constants: JsonObject = {};
  for (const name of names) {
    if (variable.includes(name)) continue;
    const value = ctx.param<JsonValue | undefined>(name, 0, undefined, { extractValue: false });
    if (value !== undefined) Object.defineProperty(constants, name, { value, enumerable: true, writable: true, configurable: true });
  }
  const { id, name, active, settings } = ctx.workflow;
  const workflow = { id, name, active, settings: settings as unknown as JsonObject };
  const { timezone, mode } = ctx;
  return { context: { node: nodeData(ctx), workflow, timezone, mode, executionId: '', instanceId, constants, variable }, variable };
}

function nodeData({ node, version }: StandingContext): NodeData {
  const { id = '', name, type, position, parameters, disabled, webhookId, onError, credentials } = node;
  const [x, y] = position;
  return {
    id,
    name,
    type,
    typeVersion: version,
    position: [x, y],
    parameters,
    ...(disabled === undefined ? {} : { disabled }),
    ...(webhookId === undefined ? {} : { webhookId }),
    ...(onError === undefined ? {} : { onError }),
    ...(credentials === undefined ? {} : { credentials: credentials as unknown as JsonObject }),
  };
}

/** Returns a package's description with the fields that this program requires. Its place in the creator may be in a file beside the class. */
function descriptionOf(given: DescribedVersion['description'], codex: StoredNode['codex']): NodeVersion['description'] {
  const { name: _name, icon: _icon, defaultVersion: _default, ...rest } = given as unknown as NodeDescription;
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
    properties: Array.isArray(properties) ? (properties as readonly NodeProperty[]) : [],
    ...(rest.codex === undefined && codex !== undefined ? { codex: codex as Codex } : {}),
  };
}
