// Whether a node that waits for its inputs may run: the `requiredInputs` of its description.
import type { ItemList } from '../contract/run-data.ts';
import { compileExpression, createScope } from '../expression/index.ts';
import type { CompiledNode } from './compiled-workflow.ts';
import { NodeView } from './node-view.ts';
import type { RunHost } from './run-host.ts';

/** Whether enough inputs of a node have data for it to run. */
export function hasRequiredInputs(host: RunHost, node: CompiledNode, inputs: readonly (ItemList | undefined)[]): boolean {
  const required = requiredInputs(host, node, inputs);
  const filled = (index: number): boolean => (inputs[index]?.length ?? 0) > 0;
  if (typeof required === 'number') return inputs.filter((_, index) => filled(index)).length >= Math.min(required, inputs.length);
  return required.every(filled);
}

function requiredInputs(host: RunHost, node: CompiledNode, inputs: readonly (ItemList | undefined)[]): number | readonly number[] {
  const required = node.description?.requiredInputs;
  if (typeof required !== 'string') return required ?? 1;
  const view = new NodeView(host, node, { runIndex: 0, inputs: inputs.map((items) => items ?? null), sources: [] });
  const value = compileExpression(required).evaluate(createScope(view));
  return typeof value === 'number' || Array.isArray(value) ? (value as number | number[]) : 1;
}
