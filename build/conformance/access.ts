// A case's `then`: JavaScript access applied to the result (`[0].length`, `.toISODate()`), evaluated by our own expression engine.
import { compileExpression, createScope } from '../../engine/expression/index.ts';
import type { RunData } from '../../engine/contract/run-data.ts';
import { WorkflowGraph } from '../../engine/workflow/graph.ts';

const graph = new WorkflowGraph({ nodes: [], connections: {} });

/** The value at an access path; the value itself without a path. */
export function applyAccess(value: unknown, access: string | undefined): unknown {
  if (access === undefined) return value;
  const scope = createScope(
    {
      workflow: graph,
      node: { name: 'Access', type: 'access', typeVersion: 1, position: [0, 0], parameters: {} },
      runIndex: 0,
      inputs: [],
      sources: [],
      runData: Object.create(null) as RunData,
      mode: 'manual',
      executionId: '1',
      timezone: 'UTC',
      now: () => 0,
      vars: {},
      env: undefined,
      customData: new Map(),
      nodeContext: () => ({}),
      parameters: {},
      parametersOf: () => ({}),
    },
    { result: value },
  );
  return compileExpression(`={{ result${access} }}`).evaluate(scope);
}
