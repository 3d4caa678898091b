// Custom data of an execution (`$execution.customData`): what may be stored, and references to executions of other workflows.
import { AppError } from '../contract/errors.ts';
import { isRecord } from './own-properties.ts';

/** Most entries one execution may hold; further ones are not stored. */
export const maxCustomEntries = 10;
const maxKeyLength = 50;
const maxValueLength = 512;

/**
 * Stores one entry. Numbers become text; keys beyond 50 and values beyond 512 characters are cut. Throws AppError BAD_REQUEST
 * when key or value is not a text.
 */
export function setCustomData(data: Map<string, string>, key: unknown, value: unknown): void {
  if (typeof key !== 'string' || !/^[A-Za-z0-9_]+$/.test(key)) {
    throw new AppError(
      'BAD_REQUEST',
      `The key ${shown(key)} of the execution's custom data must be a text of letters, digits and underscores.`,
      { params: { key: String(key) } },
    );
  }
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') {
    throw new AppError(
      'BAD_REQUEST',
      `The value of "${key}" in the execution's custom data must be text or a number, not ${value === null ? 'null' : typeof value}.`,
      { params: { key } },
    );
  }
  const name = key.slice(0, maxKeyLength);
  if (data.has(name) || data.size < maxCustomEntries) data.set(name, String(value).slice(0, maxValueLength));
}

const shown = (value: unknown): string => (typeof value === 'string' ? `"${value}"` : typeof value);

/** Stores several entries: first all that are right. Throws the error of the first that is not. */
export function setAllCustomData(data: Map<string, string>, entries: { readonly [key: string]: unknown }): void {
  const errors: unknown[] = [];
  for (const [key, value] of Object.entries(entries)) {
    try {
      setCustomData(data, key, value);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

/** One entry, or undefined. */
export function customDataOf(data: ReadonlyMap<string, string>, key: string): string | undefined {
  return data.get(key.slice(0, maxKeyLength));
}

/** All entries as an object, in the order stored. */
export function allCustomData(data: ReadonlyMap<string, string>): { [key: string]: string } {
  return Object.fromEntries(data);
}

/** Reference of a node's run to the execution of another workflow that it started. */
export interface SubExecutionMetadata {
  readonly subExecution: { readonly executionId: string; readonly workflowId: string };
  readonly subExecutionsCount: 1;
}

/** The execution that an error tells of, on itself or in the service's answer within it; undefined when it names none whole. */
export function subExecutionOf(error: unknown): SubExecutionMetadata | undefined {
  if (!isRecord(error)) return undefined;
  const source = isRecord(error['errorResponse']) ? error['errorResponse'] : error;
  const { executionId, workflowId } = source;
  return typeof executionId === 'string' && typeof workflowId === 'string'
    ? { subExecution: { executionId, workflowId }, subExecutionsCount: 1 }
    : undefined;
}

/** The position of the next node to run: one more than the highest in the run data, 0 when nothing ran. */
export function nextExecutionIndex(
  runData: { readonly [node: string]: readonly { readonly executionIndex?: number }[] } | undefined,
): number {
  let highest = -1;
  for (const runs of Object.values(runData ?? {})) for (const run of runs) highest = Math.max(highest, run.executionIndex ?? -1);
  return highest + 1;
}
