// `millrace activate --id ID`: activates workflows. A running server follows within a second, otherwise they are active from the next start.
import type { WorkflowSummary } from '../../store/index.ts';
import { offlineActivation } from '../activation.ts';
import { readArguments } from '../arguments.ts';
import { dataDirOption, existingDataDir, withStore } from '../data-folder.ts';
import { exitCodes } from '../exit-codes.ts';
import { createInstanceRunner } from '../instance-runner.ts';
import { say, type Streams } from '../output.ts';
import { reasonOf, text } from '../text.ts';
import { checkChoice, choiceOptions, chosenWorkflows } from '../workflow-choice.ts';

/** Runs the command; returns the exit code. Workflows that cannot be activated are listed with the reason. */
export async function activateCommand(args: readonly string[], streams: Streams, stop: AbortSignal): Promise<number> {
  const { values } = readArguments('activate', args, { ...choiceOptions, ...dataDirOption });
  checkChoice('activate', values);
  const dataDir = existingDataDir(values['data-dir']);
  const runner = createInstanceRunner(dataDir);
  try {
    return await withStore(dataDir, async (store) => {
      const activation = offlineActivation(store, runner);
      const activate = async ({ id, name, active }: WorkflowSummary): Promise<boolean> => {
        try {
          if (!active) await activation.activate(id);
          say(streams.out, text(active ? 'activate.already' : 'activate.done', { id, name }));
          return true;
        } catch (error) {
          say(streams.err, text('activate.failed', { id, name, reason: reasonOf(error) }));
          return false;
        }
      };
      let code: number = exitCodes.success;
      for (const workflow of await chosenWorkflows(store, values)) {
        if (stop.aborted) break;
        if (!(await activate(workflow))) code = exitCodes.incomplete;
      }
      return code;
    });
  } finally {
    await runner.stop();
  }
}
