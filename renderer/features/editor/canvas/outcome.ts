// Announces the effect of an intent once the model shows it.
import type { CanvasIntent, CanvasModel } from './canvas-model.ts';

/** A text for screen readers, given by its key and values. */
export interface Announcement {
  readonly key: string;
  readonly values: Readonly<Record<string, string | number>>;
}

/** Called with each later model. Returns `waiting` as long as the effect may still follow, undefined if it did not. */
export type Outcome = (model: CanvasModel) => Announcement | 'waiting' | undefined;

type Tool = Extract<CanvasIntent, { type: 'tool' }>;

function toolOutcome({ tool, id }: Tool, { nodes }: CanvasModel): Outcome | undefined {
  const node = nodes.get(id);
  if (node === undefined || tool === 'run') return undefined;
  const values = { title: node.title };
  return (model) => {
    const now = model.nodes.get(id);
    if (tool === 'delete') return now === undefined ? { key: 'said.deleted', values } : undefined;
    if (tool === 'duplicate') return model.nodes.size > nodes.size ? { key: 'said.duplicated', values } : undefined;
    if (now === undefined || now.isDisabled === node.isDisabled) return undefined;
    return { key: now.isDisabled ? 'said.disabled' : 'said.enabled', values };
  };
}

/** `entering`: the inserted node. Default: the new one. */
function insertOutcome(id: string, { nodes, edges }: CanvasModel, entering?: string): Outcome {
  const { source = '', target = '' } = edges.get(id) ?? {};
  return (model) => {
    if (model.edges.has(id)) return entering === undefined ? 'waiting' : undefined;
    const inserted = entering ?? [...model.nodes.keys()].find((each) => !nodes.has(each));
    const [title, from, to] = [inserted, source, target].map((each) => model.nodes.get(each ?? '')?.title);
    if (title === undefined || from === undefined || to === undefined) return undefined;
    return { key: 'said.inserted', values: { title, from, to } };
  };
}

function disconnectOutcome(id: string, { nodes, edges }: CanvasModel): Outcome {
  const { source = '', target = '' } = edges.get(id) ?? {};
  const values = { from: nodes.get(source)?.title ?? '', to: nodes.get(target)?.title ?? '' };
  return (model) => (model.edges.has(id) ? undefined : { key: 'said.disconnected', values });
}

/** Undefined for intents without a later announcement. */
export function outcomeOf(intent: CanvasIntent, model: CanvasModel): Outcome | undefined {
  switch (intent.type) {
    case 'tool':
      return toolOutcome(intent, model);
    case 'disconnect':
      return disconnectOutcome(intent.edge, model);
    case 'insert':
      return insertOutcome(intent.edge, model);
    case 'connectInto':
      return insertOutcome(intent.edge, model, intent.from.node);
    default:
      return undefined;
  }
}
