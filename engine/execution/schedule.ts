// Determines which node runs next. Implements the two documented execution orders over one state of pending and waiting tasks.
import type { ItemList, TaskSource } from '../contract/run-data.ts';
import type { Edge } from '../workflow/graph/graph.ts';
import type { CompiledNode, CompiledWorkflow } from './compiled-workflow.ts';
import type { PendingTask, RunState, WaitingTask } from './run-state.ts';

/** Whether a node may run with only these inputs (`requiredInputs` of its description). */
export type InputCheck = (node: CompiledNode, inputs: readonly (ItemList | undefined)[]) => boolean;

interface Delivery {
  readonly target: CompiledNode;
  readonly edge: Edge;
  readonly output: number;
}

export class Schedule {
  readonly #workflow: CompiledWorkflow;
  readonly #state: RunState;
  readonly #mayRun: InputCheck;
  /** Nodes that may run. Default: all. A partial run excludes nodes that do not lead to its destination. */
  readonly #only: ReadonlySet<string> | undefined;

  constructor(workflow: CompiledWorkflow, state: RunState, mayRun: InputCheck, only?: ReadonlySet<string>) {
    this.#workflow = workflow;
    this.#state = state;
    this.#mayRun = mayRun;
    this.#only = only;
  }

  /** Removes and returns the next task; undefined if none is left. */
  next(): PendingTask | undefined {
    const { pending } = this.#state;
    if (pending.length === 0) this.#releaseWaiting();
    return this.#workflow.depthFirst ? pending.pop() : pending.shift();
  }

  /** Puts a task back, so that it is the next to run. */
  putBack(task: PendingTask): void {
    if (this.#workflow.depthFirst) this.#state.pending.push(task);
    else this.#state.pending.unshift(task);
  }

  /** Passes a node's outputs to its successors. `run`: index of the node's run. */
  add(node: CompiledNode, outputs: readonly ItemList[], run: number): void {
    const ready = this.hand(node, outputs, run);
    // The last task of the stack runs first.
    if (ready.length > 0) this.#state.pending.push(...(this.#workflow.depthFirst ? ready.reverse() : ready));
    if (!this.#workflow.depthFirst && this.#state.waiting.length > 0) this.#forceMissingInputs(node, outputs);
  }

  /** Delivers a node's outputs to its successors. Returns the tasks that became ready, in running order. */
  hand(node: CompiledNode, outputs: readonly ItemList[], run: number): PendingTask[] {
    const ready: PendingTask[] = [];
    for (const { target, edge, output } of this.#deliveries(node)) {
      const source: TaskSource = { previousNode: node.name, previousNodeOutput: output, previousNodeRun: run };
      const task = this.#deliver(target, edge, outputs[output] ?? null, source);
      if (task !== undefined) ready.push(task);
    }
    return this.#workflow.depthFirst ? ready.reverse() : ready;
  }

  /**
   * Returns the connections of a node in the order of delivery. In breadth-first order that is the order of the file. In depth-first order,
   * connections to the lowest and rightmost target come first, so that the highest target is delivered last and runs first; of several
   * connections to the same target, the last comes first.
   */
  #deliveries(node: CompiledNode): readonly Delivery[] {
    const deliveries: Delivery[] = [];
    for (let output = 0; output < node.outputs.length; output++) {
      for (const edge of node.outputs[output] as readonly Edge[]) {
        const target = this.#workflow.node(edge.target);
        if (target !== undefined && this.#only?.has(edge.target) !== false) deliveries.push({ target, edge, output });
      }
    }
    return this.#workflow.depthFirst && deliveries.length > 1 ? deliveries.sort((a, b) => this.#compare(b, a)) : deliveries;
  }

  /** Sorts by position on the canvas: from top to bottom, then from left to right. */
  #compare(a: Delivery, b: Delivery): number {
    const [ax, ay] = this.#position(a.edge.target);
    const [bx, by] = this.#position(b.edge.target);
    return ay - by || ax - bx;
  }

  #position(name: string): readonly [number, number] {
    return this.#workflow.graph.node(name)?.position ?? [0, 0];
  }

  /** Delivers items to one input. Returns the task if the node now has all required inputs. */
  #deliver(target: CompiledNode, edge: Edge, items: ItemList, source: TaskSource): PendingTask | undefined {
    const hasItems = items !== null && items.length > 0;
    // The first input ignores empty deliveries; other inputs record them, so that the node does not keep waiting for them.
    if (!hasItems && (edge.targetInput === 0 || this.#workflow.depthFirst)) return undefined;
    if (target.inputCount === 1) return { node: target.name, inputs: [items], sources: [source] };
    const waiting = this.#waitingFor(target, edge.targetInput);
    waiting.inputs[edge.targetInput] = items ?? [];
    waiting.sources[edge.targetInput] = source;
    if (waiting.inputs.includes(undefined)) return undefined;
    this.#state.waiting.splice(this.#state.waiting.indexOf(waiting), 1);
    return !this.#workflow.depthFirst || this.#mayRun(target, waiting.inputs) ? taskOf(waiting) : undefined;
  }

  /** Returns the oldest waiting task of this node that still lacks this input, or a new one. */
  #waitingFor(target: CompiledNode, input: number): WaitingTask {
    const open = this.#state.waiting.find((task) => task.node === target.name && task.inputs[input] === undefined);
    if (open !== undefined) return open;
    const waitingTask: WaitingTask = {
      node: target.name,
      inputs: Array.from<ItemList | undefined>({ length: target.inputCount }).fill(undefined),
      sources: Array.from<TaskSource | null>({ length: target.inputCount }).fill(null),
    };
    this.#state.waiting.push(waitingTask);
    return waitingTask;
  }

  /** Once no task is left, releases one waiting node that no other waiting node leads to, with the inputs it has received. */
  #releaseWaiting(): void {
    const { waiting, pending } = this.#state;
    while (waiting.length > 0 && pending.length === 0) {
      const index = Math.max(
        0,
        waiting.findIndex((task) => !this.#isBehindAnotherWaiting(task)),
      );
      const [task] = waiting.splice(index, 1) as [WaitingTask];
      const node = this.#workflow.node(task.node);
      if (node !== undefined && this.#mayBeReleased(node, task)) pending.push(taskOf(task));
    }
  }

  #mayBeReleased(node: CompiledNode, task: WaitingTask): boolean {
    if (!task.inputs.some((items) => items !== undefined && items !== null && items.length > 0)) return false;
    if (this.#workflow.depthFirst) return this.#mayRun(node, task.inputs);
    // In breadth-first order, a node never runs without data on its first input, nor on an unconnected input alone.
    return task.inputs.every((items, input) => items !== undefined || (input > 0 && node.connectedInputs[input] === true));
  }

  #isBehindAnotherWaiting(task: WaitingTask): boolean {
    const { waiting } = this.#state;
    if (waiting.length === 1) return false;
    const otherNodes = new Set(waiting.filter((other) => other.node !== task.node).map((other) => other.node));
    return otherNodes.size > 0 && this.#leadsFrom(otherNodes, task.node);
  }

  /** Whether any node of `sources` is above `name`. */
  #leadsFrom(sources: ReadonlySet<string>, name: string): boolean {
    const seen = new Set([name]);
    const queue = [name];
    for (let current = queue.pop(); current !== undefined; current = queue.pop()) {
      for (const edge of this.#workflow.graph.edgesTo(current)) {
        if (sources.has(edge.source)) return true;
        if (!seen.has(edge.source)) queue.push(edge.source);
        seen.add(edge.source);
      }
    }
    return false;
  }

  /**
   * In breadth-first order, a node does not wait for a branch that nothing starts. After `node` has passed on its outputs, idle nodes above the
   * missing inputs of its successors are started: each branch from its topmost idle node, with one empty item, unless data is already on its way
   * to it.
   */
  #forceMissingInputs(node: CompiledNode, outputs: readonly ItemList[]): void {
    const outputsWithItems = node.outputs.filter((_, output) => (outputs[output]?.length ?? 0) > 0);
    const targets = new Set(outputsWithItems.flat().map((edge) => edge.target));
    for (const waiting of this.#state.waiting.filter((task) => targets.has(task.node))) {
      const edges = this.#workflow.graph.edgesTo(waiting.node);
      for (const edge of edges) if (waiting.inputs[edge.targetInput] === undefined) this.#startIdle(edge.source);
    }
  }

  #startIdle(name: string): void {
    const start = this.#topmostIdle(name);
    if (start === undefined) return;
    const { waiting, pending } = this.#state;
    for (let index = waiting.length - 1; index >= 0; index--) if (waiting[index]?.node === start) waiting.splice(index, 1);
    pending.push({ node: start, inputs: [[{ json: {} }]], sources: [null] });
  }

  /** Returns the topmost node at or above `name` that has not run; undefined if `name` has run or data is still on its way to it. */
  #topmostIdle(name: string): string | undefined {
    const hasRun = (node: string): boolean => Object.hasOwn(this.#state.runData, node);
    const isPending = (node: string): boolean => this.#state.pending.some((task) => task.node === node);
    if (hasRun(name) || isPending(name) || !this.#mayStart(name)) return undefined;
    const seen = new Set([name]);
    let top = name;
    for (const queue = [name]; queue.length > 0;) {
      const current = queue.shift() as string;
      for (const { source } of this.#workflow.graph.edgesTo(current)) {
        if (isPending(source)) return undefined;
        if (seen.has(source)) continue;
        seen.add(source);
        queue.push(source);
        if (!hasRun(source) && this.#mayStart(source)) top = source;
      }
    }
    return top;
  }

  /** Whether a node may be started without data. Triggers start only by their own event; nodes outside the bounds of the run never start. */
  #mayStart(name: string): boolean {
    const node = this.#workflow.node(name);
    return node !== undefined && !node.isTrigger && this.#only?.has(name) !== false;
  }
}

function taskOf(waiting: WaitingTask): PendingTask {
  return { node: waiting.node, inputs: waiting.inputs.map((items) => items ?? null), sources: waiting.sources };
}
