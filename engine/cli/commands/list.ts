// `millrace list`: lists the saved workflows, one per line.
import type { WorkflowSummary } from '../../store/index.ts';
import { readArguments } from '../arguments.ts';
import { dataDirOption, existingDataDir, withStore } from '../data-folder.ts';
import { exitCodes } from '../exit-codes.ts';
import { printable, printableJson, say, type Streams } from '../output.ts';
import { text } from '../text.ts';

/** Runs the command; returns the exit code. */
export async function listCommand(args: readonly string[], streams: Streams): Promise<number> {
  const { values } = readArguments('list', args, options);
  const filter = values.active === true ? { active: true } : {};
  const workflows = await withStore(existingDataDir(values['data-dir']), (store) => store.workflows.list(filter));
  if (values.json === true) for (const workflow of workflows) say(streams.out, printableJson(JSON.stringify(listedWorkflow(workflow))));
  else if (workflows.length === 0) say(streams.err, text('list.none'));
  else for (const line of linesOf(workflows)) say(streams.out, line);
  return exitCodes.success;
}

const options = { active: { type: 'boolean' }, json: { type: 'boolean' }, ...dataDirOption } as const;

function listedWorkflow({ id, name, active, updatedAt, tags }: WorkflowSummary): object {
  return { id, name, active, updatedAt: new Date(updatedAt).toISOString(), tags: tags.map((tag) => tag.name) };
}

function linesOf(workflows: readonly WorkflowSummary[]): readonly string[] {
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
