// `millrace list`, `activate`, `deactivate` and `delete`: the saved workflows. A running server follows within a second.
import { AppError } from '../../contract/errors.ts';
import type { WorkflowSummary } from '../../store/index.ts';
import { readArguments } from '../arguments.ts';
import { dataDirOption, existingDataDir, withStore, checkSelection, selectionOptions, selectedWorkflows } from '../data-folder.ts';
import { exitCodes, printable, printableJson, say, type Streams } from '../output.ts';
import { text, reasonOf } from '../text.ts';

/** Lists the saved workflows, one per line. */
export async function listCommand(args: readonly string[], streams: Streams): Promise<number> {
  const { values } = readArguments('list', args, listOptions);
  const filter = values.active === true ? { active: true } : {};
  const workflows = await withStore(existingDataDir(values['data-dir']), (store) => store.workflows.list(filter));
  if (values.json === true) for (const workflow of workflows) say(streams.out, printableJson(JSON.stringify(toListEntry(workflow))));
  else if (workflows.length === 0) say(streams.err, text('list.none'));
  else for (const line of tableLines(workflows)) say(streams.out, line);
  return exitCodes.success;
}

const listOptions = { active: { type: 'boolean' }, json: { type: 'boolean' }, ...dataDirOption } as const;

function toListEntry({ id, name, active, updatedAt, tags }: WorkflowSummary): object {
  return { id, name, active, updatedAt: new Date(updatedAt).toISOString(), tags: tags.map((tag) => tag.name) };
}

function tableLines(workflows: readonly WorkflowSummary[]): readonly string[] {
  const rows = workflows.map(({ id, name, active, updatedAt }) => [
    printable(id),
    text(active ? 'list.on' : 'list.off'),
    new Date(updatedAt).toISOString(),
    printable(name),
  ]);
  const all = [[text('list.id'), text('list.active'), text('list.updated'), text('list.name')], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}

/** Activates workflows after the same checks as the server. Workflows that cannot be activated are listed with the reason. */
export async function activateCommand(args: readonly string[], streams: Streams, stop: AbortSignal): Promise<number> {
  const { values } = readArguments('activate', args, { ...selectionOptions, ...dataDirOption });
  checkSelection('activate', values);
  const dataDir = existingDataDir(values['data-dir']);
  const [{ createInstanceRunner }, { offlineActivation }] = await Promise.all([
    import('../instance-runner.ts'),
    import('../activation.ts'),
  ]);
  const runner = await createInstanceRunner(dataDir);
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
      for (const workflow of await selectedWorkflows(store, values)) {
        if (stop.aborted) break;
        if (!(await activate(workflow))) code = exitCodes.incomplete;
      }
      return code;
    });
  } finally {
    await runner.stop();
  }
}

/** Deactivates workflows. */
export async function deactivateCommand(args: readonly string[], streams: Streams, stop: AbortSignal): Promise<number> {
  const { values } = readArguments('deactivate', args, { ...selectionOptions, ...dataDirOption });
  checkSelection('deactivate', values);
  await withStore(existingDataDir(values['data-dir']), async (store) => {
    for (const { id, name, active } of await selectedWorkflows(store, values)) {
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

/** Deletes a workflow after printing what becomes of its executions. Without `--yes`, nothing is deleted. */
export async function deleteCommand(args: readonly string[], streams: Streams): Promise<number> {
  const { values } = readArguments('delete', args, { id: { type: 'string' }, yes: { type: 'boolean' }, ...dataDirOption });
  const { id, yes = false } = values;
  if (id === undefined) throw new AppError('BAD_REQUEST', text('noId', { command: 'delete' }));
  const dataDir = existingDataDir(values['data-dir']);
  return withStore(dataDir, async (store) => {
    const [workflow] = await selectedWorkflows(store, { id });
    const name = workflow?.name ?? id;
    const { createInstanceRunner } = await import('../instance-runner.ts');
    const runner = await createInstanceRunner(dataDir);
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
