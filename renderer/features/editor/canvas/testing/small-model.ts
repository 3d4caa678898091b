// Small models for tests: nodes and edges with defaults.
import type { CanvasEdge, CanvasModel, CanvasNode, CanvasNote, CanvasPort } from '../canvas-model.ts';
import type { Size } from '../geometry/geometry.ts';
import type { GestureHost, Pending } from '../gestures/gesture.ts';
import { Scene } from '../scene.ts';
import { Viewport } from '../geometry/viewport.ts';
import type { CanvasIntent } from '../canvas-model.ts';
import type { Rect } from '../geometry/geometry.ts';

export const main = (count: number): readonly CanvasPort[] => Array.from({ length: count }, () => ({ type: 'main' }));

export const makeNode = (id: string, x: number, y: number, overrides: Partial<CanvasNode> = {}): CanvasNode => ({
  id,
  type: 'n8n-nodes-base.noOp',
  position: { x, y },
  title: id,
  isTrigger: false,
  inputs: main(1),
  outputs: main(1),
  state: 'idle',
  issues: [],
  isDisabled: false,
  isPinned: false,
  hasNotes: false,
  ...overrides,
});

/** Creates an edge: `a 0 b 1` is from output 0 of a to input 1 of b. The text is also its id. */
export function makeEdge(text: string, overrides: Partial<CanvasEdge> = {}): CanvasEdge {
  const [source = '', output, target = '', input] = text.split(' ');
  return { id: text, source, output: Number(output), target, input: Number(input), state: 'idle', ...overrides };
}

export const makeNote = (id: string, x: number, y: number, width: number, height: number): CanvasNote => ({
  id,
  position: { x, y },
  size: { width, height },
  content: '# Note',
  color: 1,
});

const byId = <T extends { readonly id: string }>(things: readonly T[]): ReadonlyMap<string, T> =>
  new Map(things.map((thing) => [thing.id, thing]));

export const makeModel = (nodes: readonly CanvasNode[], edges: readonly string[] = [], notes: readonly CanvasNote[] = []): CanvasModel => ({
  nodes: byId(nodes),
  edges: byId(edges.map((text) => makeEdge(text))),
  notes: byId(notes),
});

export function makeScene(...parts: Parameters<typeof makeModel>): Scene {
  const scene = new Scene();
  scene.setModel(makeModel(...parts));
  return scene;
}

export interface RecordingHost extends GestureHost {
  readonly intents: CanvasIntent[];
  readonly previews: (readonly string[] | undefined)[];
  pending: Pending | undefined;
  drawn: Rect | undefined;
  readonly announcements: string[];
}

/** A canvas without a document, which records what gestures request and applies selections. */
export function makeHost(scene: Scene, options: { readonly isReadOnly?: boolean; readonly size?: Size } = {}): RecordingHost {
  const viewport = new Viewport();
  viewport.resize(options.size ?? { width: 1000, height: 800 });
  let selection: ReadonlySet<string> = new Set();
  let selectedEdges: ReadonlySet<string> = new Set();
  const host: RecordingHost = {
    viewport,
    scene,
    intents: [],
    previews: [],
    pending: undefined,
    drawn: undefined,
    announcements: [],
    isReadOnly: () => options.isReadOnly === true,
    selection: () => selection,
    selectedEdges: () => selectedEdges,
    say: (key) => void host.announcements.push(key),
    preview: (ids) => void host.previews.push(ids === undefined ? undefined : [...ids]),
    showMarquee: (rect) => (host.drawn = rect),
    showPending: (pending) => (host.pending = pending),
    intent(intent) {
      host.intents.push(intent);
      if (intent.type !== 'select') return;
      selection = new Set(intent.ids);
      selectedEdges = new Set(intent.edges);
    },
    moved: () => undefined,
    settle: () => scene.clearLive(),
  };
  return host;
}
