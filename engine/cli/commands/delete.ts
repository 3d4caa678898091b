// `millrace delete --id ID`: deletes a saved workflow, after saying what becomes of its executions. A running server follows within a second.
import { AppError } from '../../contract/errors.ts';
import { readArguments } from '../arguments.ts';
import { dataDirOption, existingDataDir, withStore } from '../data-folder.ts';
import { exitCodes } from '../exit-codes.ts';
import { createInstanceRunner } from '../instance-runner.ts';
import { say, type Streams } from '../output.ts';
import { text } from '../text.ts';
import { chosenWorkflows } from '../workflow-choice.ts';

/** Runs the command; returns the exit code. Without `--yes`, nothing is deleted. */
export async function deleteCommand(args: readonly string[], streams: Streams): Promise<number> {
  const { values } = readArguments('delete', args, { id: { type: 'string' }, yes: { type: 'boolean' }, ...dataDirOption });
  const { id, yes = false } = values;
  if (id === undefined) throw new AppError('BAD_REQUEST', text('noId', { command: 'delete' }));
  const dataDir = existingDataDir(values['data-dir']);
  return withStore(dataDir, async (store) => {
    const [workflow] = await chosenWorkflows(store, { id });
    const name = workflow?.name ?? id;
    const runner = createInstanceRunner(dataDir);
    try {
      const { ofDeleted } = await runner.executions();
      const open = await ofDeleted.open(id);
      say(yes ? streams.out : streams.err, text('delete.open', { id, name, ...open }));
      if (!yes) {
        say(streams.err, text('delete.confirm'));
        return exitCodes.badUse;
      }
      const since = Date.now();
      await store.schedules.remove(id);
      await store.workflows.remove(id);
      await ofDeleted.ended(id, since);
      say(streams.out, text('delete.done', { id, name }));
      return exitCodes.success;
    } finally {
      await runner.stop();
    }
  });
}
