// What a run of a root node did with the nodes attached to it, such as an agent's calls of its model and tools, from their recorded runs.
import type { TaskData, RunData } from '../../../../engine/contract/run-data.ts';
import { isRecord } from '../../../../engine/workflow/values/own-properties.ts';
import { recordedUse, type ModelUse } from '../../../../engine/contract/model-use.ts';
import type { WorkflowGraph } from '../../../../engine/workflow/graph/graph.ts';
import { edgesAt } from '../../../../engine/workflow/graph/walk.ts';
import { sumOfUse, type UseSum } from './model-use.ts';
import { runsOf } from './run-items.ts';

export interface Tokens {
  readonly prompt: number;
  readonly answer: number;
}

/** One use of an attached node. */
export interface AgentStep {
  readonly node: string;
  /** Index of the node's run. */
  readonly run: number;
  /** Type of the connection, such as `ai_tool`. */
  readonly type: string;
  /** In milliseconds. */
  readonly time: number;
  /** Message of the error of a failed use. */
  readonly error?: string;
  /** Name of the model that answered. */
  readonly model?: string;
  /** What the model thought, where its service tells. */
  readonly thought?: string;
  /** What the model wrote. */
  readonly text?: string;
  readonly calls: readonly { readonly name: string; readonly args: unknown }[];
  readonly tokens?: Tokens;
  /** Calls of models by the node itself. */
  readonly uses: readonly ModelUse[];
  /** What the node received and returned; absent for models. */
  readonly input?: unknown;
  readonly output?: unknown;
  /** Uses by this node, if others are attached to it. */
  readonly steps: readonly AgentStep[];
}

interface OneRun {
  readonly name: string;
  /** Index of the run. */
  readonly run: number;
}

/** Returns the uses in the order in which they began. */
export function agentSteps(
  graph: WorkflowGraph,
  runData: RunData,
  user: OneRun,
  seen: ReadonlySet<string> = new Set(),
): readonly AgentStep[] {
  if (seen.has(user.name)) return [];
  const users = new Set([...seen, user.name]);
  const found: (readonly [order: number, step: AgentStep])[] = [];
  for (const edge of edgesAt(graph, user.name, 'up', 'ALL_NON_MAIN')) {
    for (const [run, task] of runsOf(runData, edge.source).entries()) {
      const [from] = task.source;
      if (from?.previousNode !== user.name || (from.previousNodeRun ?? 0) !== user.run) continue;
      const steps = agentSteps(graph, runData, { name: edge.source, run }, users);
      found.push([task.executionIndex, { ...stepOf(edge.source, run, task), steps }]);
    }
  }
  return found.sort(([one], [other]) => one - other).map(([, step]) => step);
}

function stepOf(node: string, run: number, task: TaskData): Omit<AgentStep, 'steps'> {
  const [type = ''] = Object.keys(task.inputOverride ?? task.data ?? {});
  const input = task.inputOverride?.[type]?.[0]?.[0]?.json;
  const output = task.data?.[type]?.[0]?.[0]?.json;
  const uses = recordedUse(task);
  const shared = {
    node,
    run,
    type,
    time: task.executionTime,
    calls: [],
    uses,
    ...(uses.length === 0 ? {} : { tokens: tokensOf(uses) }),
    ...(task.error === undefined ? {} : { error: task.error.message }),
  };
  if (type === 'ai_languageModel') return { ...shared, ...answerIn(output) };
  return { ...shared, input, output: isRecord(output) && 'response' in output ? output['response'] : output };
}

/** Returns a step for each call of a model that a run of the node has made itself, without an attached node. */
export const ownCalls = (node: string, run: number, task: TaskData | undefined): readonly AgentStep[] =>
  task === undefined
    ? []
    : recordedUse(task).map((use) => ({
        node,
        run,
        type: 'ai_languageModel',
        time: use.milliseconds,
        model: use.model,
        calls: [],
        uses: [use],
        ...(use.tokens === undefined ? {} : { tokens: tokensOf([use]) }),
        steps: [],
      }));

function tokensOf(uses: readonly ModelUse[]): Tokens {
  const { input, output } = sumOfUse(uses);
  return { prompt: input, answer: output };
}

/** Returns the answer of a model. Other programs record less. */
function answerIn(output: unknown): Partial<AgentStep> {
  if (!isRecord(output)) return {};
  const { model, response, tokenUsage } = output;
  const generations: unknown = isRecord(response) ? response['generations'] : undefined;
  const generation: unknown = Array.isArray(generations) ? (generations as readonly unknown[]).flat(2)[0] : undefined;
  const { text, reasoning, toolCalls } = isRecord(generation) ? generation : {};
  return {
    ...(typeof model === 'string' ? { model } : {}),
    ...(typeof text === 'string' && text !== '' ? { text } : {}),
    ...(typeof reasoning === 'string' && reasoning !== '' ? { thought: reasoning } : {}),
    calls: Array.isArray(toolCalls)
      ? (toolCalls as readonly unknown[]).flatMap((call) => (isRecord(call) ? [{ name: String(call['name']), args: call['args'] }] : []))
      : [],
    ...(isRecord(tokenUsage)
      ? { tokens: { prompt: Number(tokenUsage['promptTokens']) || 0, answer: Number(tokenUsage['completionTokens']) || 0 } }
      : {}),
  };
}

export interface StepTotals {
  readonly models: number;
  readonly tools: number;
  readonly tokens: Tokens;
  readonly cost: Pick<UseSum, 'calls' | 'cost' | 'unpriced'>;
}

/** Returns the numbers of calls and tokens, and the cost, with those of nested steps. */
export function totalsOf(steps: readonly AgentStep[]): StepTotals {
  let [models, tools, prompt, answer] = [0, 0, 0, 0];
  let [calls, cost, unpriced] = [0, 0, 0];
  for (const step of steps) {
    if (step.type === 'ai_languageModel') models++;
    if (step.type === 'ai_tool') tools++;
    const nested = totalsOf(step.steps);
    models += nested.models;
    tools += nested.tools;
    prompt += nested.tokens.prompt + (step.tokens?.prompt ?? 0);
    answer += nested.tokens.answer + (step.tokens?.answer ?? 0);
    const own = sumOfUse(step.uses);
    calls += nested.cost.calls + own.calls;
    cost += nested.cost.cost + own.cost;
    unpriced += nested.cost.unpriced + own.unpriced;
  }
  return { models, tools, tokens: { prompt, answer }, cost: { calls, cost, unpriced } };
}
