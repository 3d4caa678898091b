// Searches a workflow for a text: names and types of nodes, their parameters and notes, and sticky notes.
import type { WorkflowFile, WorkflowNode } from '../../../../engine/contract/workflow.ts';
import type { NodeTypeLookup } from '../../../../engine/workflow/node-type.ts';
import { stickyNoteType } from '../../../../engine/workflow/planning/start-node.ts';
import { fold, type Mark } from '../../../lib/match-text.ts';

export interface Hit {
  /** Id of the node or sticky note; each matches once. */
  readonly id: string;
  /** Empty for a sticky note. */
  readonly name: string;
  readonly where: 'name' | 'type' | 'parameter' | 'notes' | 'sticky';
  /** The match with some context. */
  readonly text: string;
  readonly mark: Mark;
}

/** Characters of context before and after a match within a long text. */
const BEFORE = 16;
const AFTER = 44;
/** Levels of nested parameters that are searched. */
const DEEPEST = 50;

/** Returns all matches in reading order: left to right, then top to bottom. */
export function findInWorkflow({ nodes }: WorkflowFile, types: NodeTypeLookup, query: string): readonly Hit[] {
  const needle = fold(query.trim());
  if (needle === '') return [];
  return nodes
    .toSorted((one, other) => one.position[0] - other.position[0] || one.position[1] - other.position[1])
    .flatMap((node) => hitIn(node, types, needle) ?? []);
}

function hitIn(node: WorkflowNode, types: NodeTypeLookup, needle: string): Hit | undefined {
  for (const [where, text] of textsOf(node, types)) {
    const at = fold(text).indexOf(needle);
    if (at >= 0)
      return { id: node.id ?? '', name: node.type === stickyNoteType ? '' : node.name, where, ...excerpt(text, at, needle.length) };
  }
  return undefined;
}

function* textsOf(node: WorkflowNode, types: NodeTypeLookup): Generator<readonly [Hit['where'], string]> {
  if (node.type === stickyNoteType) {
    const content: unknown = node.parameters?.['content'];
    if (typeof content === 'string') yield ['sticky', content];
    return;
  }
  yield ['name', node.name];
  const title = types.description(node.type, node.typeVersion)?.displayName;
  if (title !== undefined) yield ['type', title];
  yield ['type', node.type];
  if (node.notes !== undefined) yield ['notes', node.notes];
  for (const text of valuesIn(node.parameters)) yield ['parameter', text];
}

/** Yields the strings and numbers within a parameter, at any depth. */
function* valuesIn(value: unknown, depth = 0): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'number') yield String(value);
  else if (typeof value === 'object' && value !== null && depth < DEEPEST)
    for (const each of Object.values(value)) yield* valuesIn(each, depth + 1);
}

function excerpt(text: string, at: number, length: number): Pick<Hit, 'text' | 'mark'> {
  const from = at <= BEFORE ? 0 : at - BEFORE;
  const to = Math.min(text.length, at + length + AFTER);
  const [start, end] = [from > 0 ? '…' : '', to < text.length ? '…' : ''];
  const first = at - from + start.length;
  return { text: start + text.slice(from, to).replaceAll(/\s/g, ' ') + end, mark: [first, first + length] };
}
