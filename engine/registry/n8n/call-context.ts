// What package code knows of its node in advance, and the package that it belongs to.
import type { JsonObject } from '../../contract/json.ts';
import type { WorkflowNode } from '../../contract/workflow.ts';
import type { Packages } from '../../packages/index.ts';
import type { ContextData, NodeData } from '../../packages/process/protocol.ts';
import type { ConnectedNode, CredentialDefinition, DetachedContext, Supplier } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';
import { isRecord, setOwn } from '../../workflow/values/own-properties.ts';

export interface PackageOfNode {
  readonly packages: Packages;
  /** Name of the package. */
  readonly name: string;
  /** Identifies this installation to package code. */
  readonly instanceId: string;
  /** Returns the public URL of this instance, without a trailing slash. */
  readonly instanceUrl: () => string;
  /** Returns the names of all node types. */
  readonly types: () => readonly string[];
  /** Returns a credential type including what it inherits; undefined if it is unknown. */
  readonly credentialType: (name: string) => Promise<CredentialDefinition | undefined>;
}

/** The parts of a context that are the same in all executions of a workflow. */
type Unchanging = Pick<ContextData, 'node' | 'constants' | 'variable'>;

/** Locators are passed as a whole. */
const UNEXTRACTED = { extractValue: false };
const RAW = { raw: true };

/** Cache: by the list of parameter names (each version of a node type has its own list), then by node. */
const unchanging = new WeakMap<readonly string[], WeakMap<WorkflowNode, Unchanging>>();

/** A node of a package can have hundreds of parameters, so they are sorted only once. */
function unchangingOf(ctx: DetachedContext, names: readonly string[]): Unchanging {
  const ofNames = unchanging.get(names) ?? new WeakMap<WorkflowNode, Unchanging>();
  unchanging.set(names, ofNames);
  const cached = ofNames.get(ctx.node);
  if (cached !== undefined) return cached;
  const variable: string[] = [];
  const constants: JsonObject = {};
  const parameters: JsonObject = {};
  for (const name of names) {
    const raw = ctx.param(name, 0, undefined, RAW);
    if (raw !== undefined) setOwn(parameters, name, raw);
    if (ctx.isParamConstant(name, UNEXTRACTED)) {
      const value = ctx.param(name, 0, undefined, UNEXTRACTED);
      if (value !== undefined) setOwn(constants, name, value);
    } else variable.push(name);
  }
  const constantContext = { node: nodeData(ctx, parameters), constants, variable };
  ofNames.set(ctx.node, constantContext);
  return constantContext;
}

/** Returns what package code may know of its node in advance, without the execution, and the names of parameters that depend on the item. */
export function contextOf(
  { instanceId, instanceUrl }: PackageOfNode,
  ctx: DetachedContext,
  names: readonly string[],
): { readonly context: ContextData; readonly variable: readonly string[] } {
  const { node, constants, variable } = unchangingOf(ctx, names);
  const { id, name, active, settings } = ctx.workflow;
  const workflow = { id, name, active, settings: settings as unknown as JsonObject };
  const { timezone, mode } = ctx;
  return {
    context: {
      node,
      workflow,
      timezone,
      mode,
      executionId: '',
      instanceId,
      instanceUrl: instanceUrl(),
      constants,
      variable,
    },
    variable,
  };
}

/** Returns what code of an attached node of the same package knows. */
export function attachedContext(owner: PackageOfNode, { ctx }: ConnectedNode, supplier: Supplier): ReturnType<typeof contextOf> {
  const { context, variable } = contextOf(owner, ctx, supplier.parameters);
  return { context: { ...context, executionId: ctx.executionId }, variable };
}

/** Types that texts are converted to before package code and expressions read them. */
export const convertible: ReadonlySet<unknown> = new Set(['dateTime', 'array']);

/** Returns the types of the parameters that are converted from text, by path; undefined if there are none. */
export function checkedTypes(properties: readonly NodeProperty[]): Readonly<Record<string, string>> | undefined {
  const match: [string, string][] = [];
  const collect = (parts: readonly unknown[], path: string): void => {
    for (const part of parts.filter(isRecord)) {
      const here = `${path}${String(part['name'])}`;
      if (convertible.has(part['validateType'])) match.push([here, String(part['validateType'])]);
      for (const list of [part['options'], part['values']]) if (Array.isArray(list)) collect(list, `${here}.`);
    }
  };
  collect(properties, '');
  return match.length === 0 ? undefined : Object.fromEntries(match);
}

/** `parameters`: with defaults, and expressions as text. */
function nodeData({ node, version }: DetachedContext, parameters: JsonObject): NodeData {
  const { id = '', name, type, position, disabled, webhookId, onError, credentials } = node;
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
