// Refuses to activate workflows whose enabled nodes need packages that are not installed: all their runs would fail.
import { AppError } from '../../contract/errors.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import { failureOf } from '../../triggers/failure.ts';
import { isCalledTrigger, stickyNoteType } from '../../workflow/planning/start-node.ts';
import type { Activity } from './active-workflows.ts';

type StandingOf = (nodeName: string) => Promise<unknown>;

/** `activate` throws the NodeError of the first such node. */
export function neededPackages(standingIn: (file: WorkflowFile) => StandingOf): Activity {
  return {
    activate: async (file) => {
      const standing = standingIn(file);
      for (const node of file.nodes) {
        const { name } = node;
        // A called trigger has no code that would run.
        if (node.disabled === true || node.type === stickyNoteType || isCalledTrigger(node)) continue;
        await standing(name).catch((error: unknown) => {
          // Other failures are for the parts that use the node.
          if (error instanceof AppError && error.code === 'NODE_TYPE_UNKNOWN' && error.params['package'] !== undefined) {
            throw failureOf(error, name);
          }
        });
      }
      return 0;
    },
    deactivate: async () => undefined,
  };
}
