// Node types for the editor: descriptions, icons, and lists loaded by a node's methods.
import { AppError } from '../contract/errors.ts';
import type { JsonValue } from '../contract/json.ts';
import type { WorkflowFile, WorkflowNode } from '../contract/workflow.ts';
import type { DetachedNode, DetachedRequest } from '../execution/index.ts';
import { reviewSummaries, toolSummaries, type NodeRegistry } from '../registry/index.ts';
import type { ListSearchResult, MappingFields, NodeMethods } from '../sdk/index.ts';
import type { Principals } from './principals.ts';
import { reviewTypeOf, toolTypeOf, type NodeDescription, type PropertyOption } from '../workflow/node-type.ts';
import { actionsOf, type TypeActions } from '../workflow/parameters/actions.ts';

export interface NodeTypeServicePorts {
  readonly registry: NodeRegistry;
  /** Returns the node types of packages, without properties. */
  readonly ofPackages: () => Promise<readonly NodeDescription[]>;
  readonly actionsOfPackages: () => Promise<readonly TypeActions[]>;
  readonly principals: Pick<Principals, 'ofPersonIn'>;
  readonly detachedNode: (workflow: WorkflowFile, nodeName: string, request: DetachedRequest) => Promise<DetachedNode>;
}

/** A node in the editor. */
export interface EditedNode {
  readonly type: string;
  readonly version?: number;
  readonly parameters: WorkflowNode['parameters'];
  readonly credentials?: WorkflowNode['credentials'];
  /** Id of the workflow that contains the node, if it is saved. */
  readonly workflowId?: string;
}

/** Maximum milliseconds a node's method may take. */
const METHOD_TIMEOUT = 30_000;

export class NodeTypeService {
  readonly #ports: NodeTypeServicePorts;

  constructor(ports: NodeTypeServicePorts) {
    this.#ports = ports;
  }

  /** Returns all descriptions, those of packages without properties; with `onlyLatest`, one per type. */
  async all(onlyLatest = false): Promise<readonly NodeDescription[]> {
    const { registry, ofPackages } = this.#ports;
    const summaries = (await ofPackages()).flatMap((summary) => [summary, ...toolSummaries(summary), ...reviewSummaries(summary)]);
    const own = registry.types().filter((type) => registry.packageOf(type) === undefined);
    const types = [...own, ...own.map(toolTypeOf), ...own.map(reviewTypeOf)];
    await registry.load(types);
    if (!onlyLatest) return [...types.flatMap((type) => registry.descriptions(type)), ...summaries];
    const isDefault = ({ version, defaultVersion }: NodeDescription): boolean => [version].flat().includes(defaultVersion ?? 1);
    return [...types.flatMap((type) => registry.description(type) ?? []), ...summaries.filter(isDefault)];
  }

  /** Returns the actions of all types, in the version that new nodes get. Types without actions are left out. */
  async actions(): Promise<readonly TypeActions[]> {
    const { registry, actionsOfPackages } = this.#ports;
    const own = registry.types().filter((type) => registry.packageOf(type) === undefined);
    await registry.load(own);
    const ofOwn = own.flatMap((type): TypeActions | readonly [] => {
      const description = registry.description(type);
      return description === undefined ? [] : { type, actions: actionsOf(description, description.defaultVersion ?? 1) };
    });
    return [...ofOwn, ...(await actionsOfPackages())].filter(({ actions }) => actions.length > 0);
  }

  /** Returns the descriptions of these types; unknown types are left out. */
  async some(requested: readonly { readonly name: string; readonly version?: number }[]): Promise<readonly NodeDescription[]> {
    const { registry } = this.#ports;
    await registry.load(requested.map(({ name }) => name));
    return requested.flatMap(({ name, version }) => registry.description(name, version) ?? []);
  }

  /** Returns the options loaded by a node's method on behalf of `userId`. Throws BAD_REQUEST, NODE_TYPE_UNKNOWN, or the node's error. */
  async options(node: EditedNode, method: string, userId: string): Promise<readonly PropertyOption[]> {
    const { context, methods } = await this.#methods(node, userId);
    return methodNamed(methods?.loadOptions, method, node)(context);
  }

  /** Returns one page of a list. Throws the same errors as `options`. */
  async search(
    node: EditedNode,
    method: string,
    { userId, filter, paginationToken }: { readonly userId: string; readonly filter?: string; readonly paginationToken?: string },
  ): Promise<ListSearchResult> {
    const { context, methods } = await this.#methods(node, userId);
    return methodNamed(methods?.listSearch, method, node)(context, filter, paginationToken);
  }

  /** Returns the fields of a resource mapper. Throws the same errors as `options`. */
  async mappingFields(node: EditedNode, method: string, userId: string): Promise<MappingFields> {
    const { context, methods } = await this.#methods(node, userId);
    const local = methods?.localResourceMapping;
    const isLocal = local !== undefined && Object.hasOwn(local, method);
    return methodNamed(isLocal ? local : methods?.resourceMapping, method, node)(context);
  }

  /** Runs an action of the node. Returns the value for its parameter, undefined if there is none. Throws the same errors as `options`. */
  async act(node: EditedNode, action: string, payload: JsonValue | undefined, userId: string): Promise<unknown> {
    const { context, methods } = await this.#methods(node, userId);
    return methodNamed(methods?.actionHandler, action, node)(context, payload);
  }

  async #methods(node: EditedNode, userId: string): Promise<Pick<DetachedNode, 'context'> & { methods?: NodeMethods }> {
    const { context, type } = await this.detached(node, userId, AbortSignal.timeout(METHOD_TIMEOUT));
    return { context, methods: type.methods };
  }

  /** Returns the node outside of a run, on behalf of `userId`. Throws NODE_TYPE_UNKNOWN. */
  async detached(
    { type, version, parameters, credentials, workflowId }: EditedNode,
    userId: string,
    signal: AbortSignal,
  ): Promise<DetachedNode> {
    await this.#ports.registry.load([type]);
    const description = this.#ports.registry.description(type);
    const typeVersion = version ?? description?.defaultVersion ?? 1;
    const node: WorkflowNode = {
      // Errors name the node.
      name: description?.displayName ?? type,
      type,
      typeVersion,
      position: [0, 0],
      parameters,
      ...(credentials === undefined ? {} : { credentials }),
    };
    const workflow: WorkflowFile = { nodes: [node], connections: {} };
    const principal = await this.#ports.principals.ofPersonIn(userId, workflowId);
    return this.#ports.detachedNode(workflow, node.name, { mode: 'internal', principal, signal });
  }
}

function methodNamed<T>(methods: { readonly [name: string]: T } | undefined, name: string, { type }: EditedNode): T {
  const method = methods !== undefined && Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (method !== undefined) return method;
  throw new AppError('BAD_REQUEST', `The node type "${type}" has no list or action "${name}".`, { params: { type, method: name } });
}
