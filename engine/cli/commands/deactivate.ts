// `millrace deactivate --id ID`: switches workflows off, for a running server within a second, else for its next start.
import { readArguments } from '../arguments.ts';
import { dataDirOption, existingDataDir, withStore } from '../data-folder.ts';
import { exitCodes } from '../exit-codes.ts';
import { say, type Streams } from '../terminal.ts';
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
        // Else the next server would make up for runs of the time in which it was off.
        await store.schedules.remove(id);
      }
      say(streams.out, text(active ? 'deactivate.done' : 'deactivate.already', { id, name }));
    }
  });
  return exitCodes.success;
}
