// The three ways in which a text of several parts is summarized.
import type { ChatModel } from '../../sdk/index.ts';
import { generate } from '../_shared/ai/generate.ts';
import { filledPrompt } from '../_shared/ai/parsing/schema-parser.ts';

export interface SummaryPrompts {
  readonly method: string;
  /** For one text: a part, or the whole. */
  readonly prompt: string;
  /** For the summaries of parts. */
  readonly combinePrompt: string;
  readonly refinePrompt: string;
}

export interface SummaryTask extends SummaryPrompts {
  readonly model: ChatModel;
  readonly parts: readonly string[];
  readonly signal: AbortSignal;
}

const BETWEEN = '\n\n';
/** Characters of summaries that are combined by one request. */
const MOST_COMBINED = 12_000;
const AT_ONCE = 5;

export async function summarize(task: SummaryTask): Promise<string> {
  const { method, parts, prompt, refinePrompt } = task;
  if (method === 'stuff') return ask(task, prompt, { text: parts.join(BETWEEN) });
  if (method !== 'refine') return mapReduce(task);
  let summary = await ask(task, prompt, { text: parts[0] ?? '' });
  for (const text of parts.slice(1)) summary = await ask(task, refinePrompt, { existing_answer: summary, text });
  return summary;
}

/** Summaries that are too long together are combined in groups, until they are short enough. */
async function mapReduce(task: SummaryTask): Promise<string> {
  let summaries = await askForEach(task, task.prompt, task.parts);
  while (summaries.length > 1) {
    const groups = grouped(summaries);
    summaries = await askForEach(task, task.combinePrompt, groups.length < summaries.length ? groups : [summaries.join(BETWEEN)]);
  }
  return summaries[0] ?? '';
}

async function askForEach(task: SummaryTask, prompt: string, texts: readonly string[]): Promise<readonly string[]> {
  const summaries: string[] = [];
  for (let from = 0; from < texts.length; from += AT_ONCE) {
    const batch = texts.slice(from, from + AT_ONCE).map((text) => ask(task, prompt, { text }));
    summaries.push(...(await Promise.all(batch)));
  }
  return summaries;
}

function grouped(texts: readonly string[]): readonly string[] {
  const groups: string[] = [];
  for (const text of texts) {
    const last = groups.at(-1);
    if (last !== undefined && last.length + text.length <= MOST_COMBINED) groups[groups.length - 1] = `${last}${BETWEEN}${text}`;
    else groups.push(text);
  }
  return groups;
}

async function ask({ model, signal }: SummaryTask, prompt: string, values: Readonly<Record<string, string>>): Promise<string> {
  const { text } = await generate({ model: model.model, messages: [{ role: 'user', content: filledPrompt(prompt, values) }], signal });
  return text.trim();
}
