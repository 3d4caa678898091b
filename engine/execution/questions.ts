// Questions of a waiting run to people about calls of tools: the open ones, their answers, and how they look in the run data.
import type { JsonObject } from '../contract/json.ts';
import type { ItemList, TaskData } from '../contract/run-data.ts';
import type { Question } from '../sdk/index.ts';
import { resumedWith, type PendingTask, type StoredRunState } from './run-state.ts';

/** Returns the questions of a waiting run that have no answer. */
export const openQuestions = ({ pending }: Pick<StoredRunState, 'pending'>): readonly Question[] =>
  pending.flatMap(({ progress }) => progress?.questions ?? []).filter(({ answer }) => answer === undefined);

/** Returns the state with an answer to an open question; undefined if it has no such question. */
function withAnswer(stored: StoredRunState, id: string, answer: JsonObject): StoredRunState | undefined {
  if (!openQuestions(stored).some((question) => question.id === id)) return undefined;
  const pending = stored.pending.map((task): PendingTask => {
    const { progress } = task;
    if (progress === undefined) return task;
    const questions = progress.questions.map((question) => (question.id === id ? { ...question, answer } : question));
    return { ...task, progress: { ...progress, questions } };
  });
  return { ...stored, pending };
}

/** Returns incomplete runs of the nodes that ask, for people who look at the waiting execution. */
export function askingRuns(
  state: Pick<StoredRunState, 'pending' | 'executionIndex'>,
  startTime: number,
): { node: string; task: TaskData }[] {
  return openQuestions(state).map(({ node, tool, args, id, message }, at) => {
    const json = { call: id, tool, parameters: args, ...(message === undefined ? {} : { message }) };
    const root = state.pending.find(({ progress }) => progress?.questions.some((question) => question.id === id))?.node ?? '';
    return {
      node,
      task: {
        startTime,
        executionTime: 0,
        executionIndex: state.executionIndex + at,
        executionStatus: 'waiting',
        source: [{ previousNode: root }],
        inputOverride: { ai_tool: [[{ json: args }]] },
        data: { ai_tool: [[{ json }]] },
      } as TaskData,
    };
  });
}

/**
 * Returns the state of a waiting run in which the waiting node has returned `output`. `question`: id of the question that its first item answers;
 * undefined is returned if that is not open.
 */
export const resumedBy = (
  stored: StoredRunState,
  output: readonly ItemList[] | undefined,
  question: string | undefined,
): StoredRunState | undefined =>
  question === undefined ? resumedWith(stored, output) : withAnswer(stored, question, output?.[0]?.[0]?.json ?? {});
