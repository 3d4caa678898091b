// Compiles a workflow for running: graph, node types, parameters with defaults and compiled expressions. Done once per version.
import { AppError } from '../contract/errors.ts';
import type { JsonObject } from '../contract/json.ts';
import type { NodeHint } from '../contract/run-data.ts';
import type { OnError, WorkflowFile, WorkflowNode } from '../contract/workflow.ts';
import { compileJsonParameter, compileParameter, type CompiledValue, safePattern } from '../expression/index.ts';
import type { NodeVersion, ParamOptions } from '../sdk/index.ts';
import { WorkflowGraph, type Edge } from '../workflow/graph/graph.ts';
import { unknownTypeHint } from '../workflow/issues/node-issues.ts';
import { type NodeDescription, type NodeProperty, registryPackageOf, servedVersion } from '../workflow/node-type.ts';
import { getPath, parsePath } from '../workflow/values/object-path.ts';
import { exactText, mayBeInexact } from '../contract/exact-numbers.ts';
import { completeParameters } from '../workflow/parameters/parameters.ts';
import { isCalledTrigger, isTriggerDescription, stickyNoteType } from '../workflow/planning/start-node.ts';
import type { NodeSource } from './ports.ts';

/**
 * Maximum number of inputs, more than any node has. A connection to a higher index is an error in the file and must not reserve memory for the
 * inputs in between.
 */
const MAX_INPUTS = 100;

/** A node that is ready to run. A node of an unknown type has no description; running it throws an error. */
export class CompiledNode {
  readonly node: WorkflowNode;
  readonly name: string;
  /** Version of the type that runs the node. The file may specify another one, see `versionNotice`. */
  readonly version: number;
  readonly description: NodeDescription | undefined;
  /** Why the type is unknown; undefined for a known one. */
  readonly unknown: UnknownType | undefined;
  readonly execute: NodeVersion['execute'];
  readonly supply: NodeVersion['supply'];
  readonly supplier: NodeVersion['supplier'];
  readonly isTrigger: boolean;
  readonly usesSandbox: boolean;
  /** Outgoing main connections by output index. */
  readonly outputs: readonly (readonly Edge[])[];
  /** Number of main inputs: one more than the highest connected index, at least 1. */
  readonly inputCount: number;
  /** Whether each input is connected, by index. */
  readonly connectedInputs: readonly boolean[];
  readonly onError: OnError;
  readonly continueOnFail: boolean;
  #parameters: JsonObject | undefined;
  readonly #compiled = new Map<Way, Map<string, CompiledValue>>();

  constructor(graph: WorkflowGraph, node: WorkflowNode, source: NodeSource) {
    const type = source.node(node.type, node.typeVersion);
    this.node = node;
    this.name = node.name;
    this.description = type?.description;
    const requestedVersion = node.typeVersion ?? type?.description.defaultVersion ?? 1;
    this.version = type === undefined ? requestedVersion : servedVersion(type.description.version, requestedVersion);
    this.unknown = type === undefined ? unknownOf(node.type, requestedVersion, source) : undefined;
    this.execute = type?.execute;
    this.supply = type?.supply;
    this.supplier = type?.supplier;
    this.usesSandbox = type?.usesSandbox === true && node.disabled !== true;
    this.isTrigger = type !== undefined && isTriggerDescription(type.description);
    this.outputs = edgesByOutput(graph.edgesFrom(node.name));
    const incoming = graph.edgesTo(node.name).filter((edge) => graph.nodes.has(edge.source));
    this.inputCount = incoming.reduce((count, edge) => Math.max(count, edge.targetInput + 1), 1);
    if (this.inputCount > MAX_INPUTS) throw tooManyInputs(node.name, this.inputCount - 1);
    this.connectedInputs = Array.from({ length: this.inputCount }, (_, index) => incoming.some((edge) => edge.targetInput === index));
    this.onError = node.onError ?? (node.continueOnFail === true ? 'continueRegularOutput' : 'stopWorkflow');
    this.continueOnFail = this.onError !== 'stopWorkflow';
  }

  /** The node's parameters, unevaluated, with defaults and without hidden ones. Shared between runs: do not modify. */
  get parameters(): JsonObject {
    this.#parameters ??=
      this.description === undefined
        ? this.node.parameters
        : completeParameters(this.node.parameters ?? {}, { typeVersion: this.version }, this.description);
    return this.#parameters;
  }

  /** Notice that the node runs as another version than the file specifies; undefined if it does not. */
  get versionNotice(): NodeHint | undefined {
    const { typeVersion } = this.node;
    if (this.description === undefined || typeVersion === undefined || typeVersion === this.version) return undefined;
    return { message: `Version ${typeVersion} of this node is not known here. It runs as version ${this.version}.`, type: 'warning' };
  }

  /** Returns the compiled value at a path of the parameters. */
  param(path: string, options: ParamOptions): CompiledValue {
    const way = wayOf(options);
    let ofWay = this.#compiled.get(way);
    if (ofWay === undefined) this.#compiled.set(way, (ofWay = new Map()));
    let compiled = ofWay.get(path);
    if (compiled === undefined) {
      compiled = this.#compile(path, options);
      ofWay.set(path, compiled);
    }
    return compiled;
  }

  #compile(path: string, options: ParamOptions): CompiledValue {
    const value = getPath(this.parameters, path);
    if (options.raw === true) return { constant: true, value };
    if (options.json !== undefined && options.json !== false) return compileJsonParameter(value, { isLegacy: options.json === 'legacy' });
    if (options.extractValue !== false && isLocator(value)) return compileLocator(value, this.#property(path));
    return mayBeInexact(value) ? { constant: true, value, text: textAt(this.parameters, path) } : compileParameter(value);
  }

  #property(path: string): NodeProperty | undefined {
    return this.description?.properties.find((property) => property.name === path && property.modes !== undefined);
  }
}

/** Returns the text of a number at a path of the parameters, if it is not exact. */
const textAt = (parameters: JsonObject, path: string): string | undefined =>
  exactText(getPath(parameters, parsePath(path).slice(0, -1)), parsePath(path).at(-1) ?? '');

/** How a parameter is read. A text made of way and path would be hashed for each item. */
type Way = 'plain' | 'raw' | 'whole' | 'json' | 'legacy json';

function wayOf({ raw, extractValue, json }: ParamOptions): Way {
  if (raw === true) return 'raw';
  if (json !== undefined && json !== false) return json === 'legacy' ? 'legacy json' : 'json';
  return extractValue === false ? 'whole' : 'plain';
}

interface UnknownType {
  /** Completes a sentence about the node. */
  readonly reason: string;
  /** What to do about it. */
  readonly hint: string;
  /** Package that is not installed. */
  readonly package?: string;
}

/** Returns the error for a node of an unavailable type. Its parameter `package` names the package if that is not installed. */
export function unknownType({ name, node: { type }, version, unknown }: CompiledNode): AppError {
  const { reason, hint, package: missing } = unknown ?? unknownTo(type, version);
  const params = { node: name, type, version, ...(missing === undefined ? {} : { package: missing }) };
  return new AppError('NODE_TYPE_UNKNOWN', `The node "${name}" ${reason}. ${hint}`, { params, hint });
}

const unknownTo = (type: string, version: number, hint = unknownTypeHint): UnknownType => ({
  reason: `has the unknown type "${type}" (version ${version})`,
  hint,
});

function unknownOf(type: string, version: number, source: NodeSource): UnknownType {
  if (source.isExcluded?.(type) === true) {
    return {
      reason: `has the type "${type}", which the settings of this instance exclude`,
      hint: 'Ask the administrator of this instance, or replace the node. MILLRACE_NODES_EXCLUDE and MILLRACE_NODES_INCLUDE select the available nodes.',
    };
  }
  const name = registryPackageOf(type);
  if (name === undefined) return unknownTo(type, version);
  if (source.hasPackage?.(name) === true) {
    const hint = `The installed package ${name} has no such node. Update it (millrace package update ${name}), or replace the node.`;
    return unknownTo(type, version, hint);
  }
  const hint = source.packageHint?.(name);
  // The hint mentions whether the package is installed elsewhere.
  if (hint !== undefined) return { reason: `needs the package ${name}`, hint, package: name };
  return {
    reason: `needs the package ${name}, which is not installed`,
    hint: `Install it in Settings › Community nodes, or with: millrace package install ${name}`,
    package: name,
  };
}

const tooManyInputs = (node: string, input: number): AppError =>
  new AppError(
    'WORKFLOW_INVALID',
    `A connection leads to input ${input} of the node "${node}", and no node has so many. Remove the connection.`,
    {
      params: { node, input },
    },
  );

function edgesByOutput(edges: readonly Edge[]): Edge[][] {
  const outputs: Edge[][] = [];
  for (const edge of edges) {
    while (outputs.length <= edge.sourceOutput) outputs.push([]);
    outputs[edge.sourceOutput]?.push(edge);
  }
  return outputs;
}

export class CompiledWorkflow {
  readonly graph: WorkflowGraph;
  readonly types: NodeSource;
  readonly nodes: ReadonlyMap<string, CompiledNode>;
  /**
   * Depth first by position on the canvas (`executionOrder: v1`), or breadth first as before 1.0 (if the setting is absent or has any other
   * value).
   */
  readonly depthFirst: boolean;
  readonly usesSandbox: boolean;

  constructor(file: WorkflowFile, source: NodeSource) {
    this.graph = new WorkflowGraph(file);
    this.types = source;
    this.nodes = new Map(file.nodes.map((node) => [node.name, new CompiledNode(this.graph, node, source)]));
    this.usesSandbox = [...this.nodes.values()].some((node) => node.usesSandbox);
    this.depthFirst = file.settings?.executionOrder === 'v1';
  }

  node(name: string): CompiledNode | undefined {
    return this.nodes.get(name);
  }

  /** Returns the first enabled node with code of a package that is not installed. */
  nodeWithoutPackage(): CompiledNode | undefined {
    return [...this.nodes.values()].find(
      // Triggers that other workflows call run no code of their own.
      ({ node, unknown }) =>
        unknown?.package !== undefined && node.disabled !== true && node.type !== stickyNoteType && !isCalledTrigger(node),
    );
  }
}

const compiled = new WeakMap<NodeSource, WeakMap<WorkflowFile, CompiledWorkflow>>();

/** Compiles a workflow file, and loads the node types it uses. Cached per file object. */
export async function compileWorkflow(file: WorkflowFile, source: NodeSource): Promise<CompiledWorkflow> {
  const cachedWorkflow = compiled.get(source)?.get(file);
  if (cachedWorkflow !== undefined) return cachedWorkflow;
  await source.load(file.nodes.map((node) => node.type));
  const meanwhile = compiled.get(source)?.get(file);
  if (meanwhile !== undefined) return meanwhile;
  const workflow = new CompiledWorkflow(file, source);
  const bySource = compiled.get(source) ?? new WeakMap<WorkflowFile, CompiledWorkflow>();
  compiled.set(source, bySource);
  bySource.set(file, workflow);
  return workflow;
}

/** Discards compiled workflows after node types have changed. Runs in progress keep what they have. */
export function forgetCompiled(source: NodeSource): void {
  compiled.delete(source);
}

interface Locator {
  readonly mode?: unknown;
  readonly value?: unknown;
}

function isLocator(value: unknown): value is Locator {
  return typeof value === 'object' && value !== null && (value as { __rl?: unknown }).__rl === true;
}

/** The locator's plain value, extracted with the pattern of its mode if the mode has one. */
function compileLocator(locator: Locator, property: NodeProperty | undefined): CompiledValue {
  const inner = compileParameter(locator.value);
  const extract = extraction(property, locator.mode);
  if (extract === undefined) return inner;
  if (inner.constant) return { constant: true, value: extract(inner.value) };
  return { constant: false, evaluate: (scope) => extract(inner.evaluate(scope)) };
}

function extraction(property: NodeProperty | undefined, mode: unknown): ((value: unknown) => unknown) | undefined {
  const rule = property?.modes?.find((candidate) => candidate['name'] === mode)?.['extractValue'] as
    | { type?: string; regex?: string }
    | undefined;
  if (rule?.type !== 'regex' || rule.regex === undefined) return undefined;
  const pattern = safePattern(rule.regex);
  return (value) => (typeof value === 'string' ? (pattern.exec(value)?.[1] ?? value) : value);
}
