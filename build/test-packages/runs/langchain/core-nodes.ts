// The same workflows with the package's nodes and with the core nodes of the same types, on the same services: the items are compared.
import assert from 'node:assert/strict';
import { AgentRuns } from '../../../../engine/testing/agent-workflows/agent-runs.ts';
import { chainWorkflows } from '../../../../engine/testing/agent-workflows/chains.ts';
import { itemWorkflows } from '../../../../engine/testing/agent-workflows/items.ts';
import type { AgentWorkflow } from '../../../../engine/testing/agent-workflows/kit.ts';
import { modelWorkflows } from '../../../../engine/testing/agent-workflows/models.ts';
import { toolWorkflows } from '../../../../engine/testing/agent-workflows/tools.ts';
import { runningServer } from '../../../../engine/testing/running-server.ts';
import type { RunInstance } from '../instance.ts';
import { runCases, type RunOutcome } from '../run-cases.ts';
import { shapeOf } from './shape.ts';

export async function compareWithCore(instance: RunInstance): Promise<readonly RunOutcome[]> {
  const server = await runningServer({ over: 'socket' });
  const theirs = await AgentRuns.start({ url: instance.url.replace(/\/$/, ''), data: (request) => instance.data(request) });
  const ours = await AgentRuns.start({ url: server.server.url.replace(/\/$/, ''), data: server.data });
  try {
    const workflows = [...toolWorkflows, ...modelWorkflows, ...chainWorkflows, ...itemWorkflows].filter(
      ({ differs }) => differs === undefined,
    );
    return await runCases(
      instance,
      workflows.map((workflow) => ({
        make: `Items of the core nodes: ${workflow.title}`,
        nodes: typesOf(workflow),
        checks: 'names and types of all fields of the response',
        run: async () => {
          const expected = await theirs.run(workflow);
          assert.deepEqual(shapeOf(await ours.run(workflow)), shapeOf(expected), JSON.stringify(expected).slice(0, 500));
        },
      })),
    );
  } finally {
    await theirs.close();
    await ours.close();
    await server.close();
  }
}

const typesOf = ({ nodes }: AgentWorkflow): string =>
  [...new Set(Object.values(nodes).map(({ type }) => type))]
    .filter((type) => type.startsWith('@n8n/'))
    .map((type) => type.slice(type.indexOf('.') + 1))
    .join(', ');
