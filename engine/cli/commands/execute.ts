// `millrace execute --id ID`: runs a saved workflow with the credentials of its data folder, and saves the execution according to the settings.
import { AppError } from '../../contract/errors.ts';
import type { SandboxOptions } from '../../sandbox/index.ts';
import { readArguments } from '../arguments.ts';
import { dataDirOption, existingDataDir } from '../data-folder.ts';
import { createInstanceRunner } from '../instance-runner.ts';
import { rejectRun, runShown } from '../run-view.ts';
import type { Streams } from '../output.ts';
import { text } from '../text.ts';
import { noSuchWorkflow } from '../workflow-choice.ts';
import { readItems } from '../workflow-source.ts';

/** Runs the command; returns the exit code. The run is stopped once `stop` is aborted. */
export async function executeCommand(
  args: readonly string[],
  streams: Streams,
  stop: AbortSignal,
  processes: Pick<SandboxOptions, 'launch'> = {},
): Promise<number> {
  const { values } = readArguments('execute', args, options);
  const { id, input, json = false } = values;
  if (id === undefined) throw new AppError('BAD_REQUEST', text('noId', { command: 'execute' }));
  const items = input === undefined ? undefined : await readItems(input);
  const runner = createInstanceRunner(existingDataDir(values['data-dir']), processes);
  stop.addEventListener('abort', () => runner.stopRuns(stop.reason as Error), { once: true });
  try {
    const subject = { id };
    const saved = await runner.savedWorkflow(id);
    if (saved === undefined) return await rejectRun(subject, noSuchWorkflow(id), json, streams);
    const { file: workflow, principal } = saved;
    const request = { workflow, principal, mode: 'cli', items, save: 'bySettings' } as const;
    const code = await runShown(runner, { subject, request, json }, streams);
    // Waits for called workflows too, including those that run without being awaited.
    await runner.idle();
    return code;
  } finally {
    await runner.stop();
  }
}

const options = { id: { type: 'string' }, input: { type: 'string' }, json: { type: 'boolean' }, ...dataDirOption } as const;
