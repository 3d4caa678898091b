// Rejects the activation of workflows with a node whose package is not installed: all their runs would fail.
import type { AdmittedWorkflow, Executor } from '../../execution/index.ts';
import { triggerError } from '../../triggers/failure.ts';
import type { Activity } from './active-workflows.ts';

/** `activate` throws the NodeError of the first such node. */
export const neededPackages = (missingPackage: (workflow: AdmittedWorkflow) => ReturnType<Executor['missingPackage']>): Activity => ({
  activate: async (workflow) => {
    const missing = await missingPackage(workflow);
    if (missing !== undefined) throw triggerError(missing.error, missing.node);
    return 0;
  },
  deactivate: async () => undefined,
});
