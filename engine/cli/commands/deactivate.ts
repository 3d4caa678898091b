// `millrace deactivate --id ID`: deactivates workflows. A running server follows within a second, otherwise they are inactive from the next
// start.
import { readArguments } from '../arguments.ts';
import { dataDirOption, existingDataDir, withStore } from '../data-folder.ts';
import { exitCodes } from '../exit-codes.ts';
import { say, type Streams } from '../output.ts';
import { text } from '../text.ts';
import { checkChoice, choiceOptions, chosenWorkflows } from '../workflow-choice.ts';

/** Runs the command; returns the exit code. */
export async function deactivateCommand(args: readonly string[], streams: Streams, stop: AbortSignal): Promise<number> {
  const { values } = readArguments('deactivate', args, { ...choiceOptions, ...dataDirOption });
  checkChoice('deactivate', values);
  await withStore(existingDataDir(values['data-dir']), async (store) => {
    for (const { id, name, active } of await chosenWorkflows(store, values)) {
      if (stop.aborted) break;
      if (active) {
        await store.workflows.setActive(id, false);
        // Otherwise the server would, after a later activation, catch up on runs missed while the workflow was inactive.
        await store.schedules.remove(id);
      }
      say(streams.out, text(active ? 'deactivate.done' : 'deactivate.already', { id, name }));
    }
  });
  return exitCodes.success;
}
