// A small workflow with one of everything that a node can show.
import type { CanvasEdge, CanvasModel, CanvasNode, CanvasNote } from '../../../../renderer/features/editor/canvas/index.ts';

const icon = (name: string): string => icons[`../../../../engine/nodes/${name}/icon.svg`] ?? '';
const icons = import.meta.glob<string>('../../../../engine/nodes/{webhook,set,if,http-request,merge,switch,code,wait}/icon.svg', {
  eager: true,
  import: 'default',
  query: '?url',
});

const plain = {
  type: 'n8n-nodes-base.noOp',
  isTrigger: false,
  inputs: [{ type: 'main' }],
  outputs: [{ type: 'main' }],
  state: 'idle',
  issues: [],
  isDisabled: false,
  isPinned: false,
  hasNotes: false,
} as const;

type Given = Partial<CanvasNode> & { readonly id: string; readonly title: string };

const node = (x: number, y: number, given: Given): CanvasNode => ({ ...plain, position: { x, y }, ...given });
const main = (name: string): { readonly type: string; readonly name: string } => ({ type: 'main', name });

const nodes: readonly CanvasNode[] = [
  node(100, 180, {
    id: 'hook',
    title: 'New order',
    subtitle: 'POST /orders',
    icon: icon('webhook'),
    tint: '#b0478f',
    isTrigger: true,
    inputs: [],
    state: 'success',
  }),
  node(300, 180, {
    id: 'set',
    title: 'Shape the order',
    subtitle: '6 fields',
    icon: icon('set'),
    tint: '#2c6bb3',
    isPinned: true,
    state: 'success',
  }),
  node(500, 180, {
    id: 'if',
    title: 'Over 500 €?',
    subtitle: '1 condition',
    icon: icon('if'),
    tint: '#3c8a4a',
    outputs: [main('true'), main('false')],
    state: 'success',
  }),
  node(720, 80, {
    id: 'db',
    title: 'Write to ledger',
    subtitle: 'postgres · insert',
    icon: icon('code'),
    tint: '#33658a',
    state: 'running',
    badge: '0.8 s',
  }),
  node(920, 80, { id: 'mail', title: 'Tell accounting', subtitle: 'send e-mail', icon: icon('merge'), tint: '#6b4fd8' }),
  node(720, 300, {
    id: 'http',
    title: 'Ask the shop',
    subtitle: 'GET',
    icon: icon('http-request'),
    tint: '#52616f',
    issues: ['Credential missing'],
  }),
  node(500, 420, {
    id: 'switch',
    title: 'By country, with a name that is much too long',
    icon: icon('switch'),
    outputs: ['DE', 'FR', 'IT', 'rest'].map(main),
  }),
  node(720, 480, {
    id: 'wait',
    title: 'Wait a day',
    icon: icon('wait'),
    state: 'waiting',
    hasNotes: true,
    notes: 'Until the shop opens again',
  }),
  node(920, 300, { id: 'off', title: 'Not used now', icon: icon('code'), isDisabled: true }),
  node(1120, 80, {
    id: 'what',
    title: 'From elsewhere',
    subtitle: 'not installed',
    type: 'n8n-nodes-elsewhere.node',
    unknown: { initials: 'El' },
  }),
  node(920, 480, { id: 'merge', title: 'Merge', icon: icon('merge'), inputs: [main('Input 1'), main('Input 2')] }),
];

const edge = (source: string, output: number, target: string, given: Partial<CanvasEdge> = {}): CanvasEdge => ({
  id: `${source} ${output} ${target} ${given.input ?? 0}`,
  source,
  output,
  target,
  input: 0,
  state: 'idle',
  ...given,
});

const edges: readonly CanvasEdge[] = [
  edge('hook', 0, 'set', { state: 'success', label: '12 items' }),
  edge('set', 0, 'if', { state: 'pinned', label: '12 items' }),
  edge('if', 0, 'db', { state: 'success', label: '4 items' }),
  edge('if', 1, 'http'),
  edge('db', 0, 'mail', { state: 'running' }),
  edge('switch', 0, 'wait'),
  edge('wait', 0, 'merge', { input: 1 }),
  edge('merge', 0, 'switch'),
];

const note = (id: string, x: number, y: number, color: number, content: string): CanvasNote => ({
  id,
  position: { x, y },
  size: { width: 300, height: 120 },
  content,
  color,
});

const notes: readonly CanvasNote[] = [
  note(
    'why',
    80,
    400,
    1,
    "### Where the orders come from\nThe shop calls this webhook for each *paid* order. Amounts are in cents, and the time zone is the shop's.",
  ),
  ...[2, 3, 4, 5, 6, 7].map((color, index) => ({
    ...note(`c${color}`, 100 + index * 180, 700, color, `**Colour ${color}**\n- one\n- \`two\``),
    size: { width: 160, height: 100 },
  })),
];

export const sampleModel: CanvasModel = {
  nodes: new Map(nodes.map((each) => [each.id, each])),
  edges: new Map(edges.map((each) => [each.id, each])),
  notes: new Map(notes.map((each) => [each.id, each])),
};
