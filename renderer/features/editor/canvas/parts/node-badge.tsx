// The badge at the lower right of a node, which shows its most urgent state.
import { Check, Clock, History, Pin, Square } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CanvasNode } from '../canvas-model.ts';

export type NodeLook = 'idle' | 'run' | 'wait' | 'bad' | 'pin' | 'ok' | 'stop' | 'old';

const looks: Readonly<Record<CanvasNode['state'], NodeLook>> = {
  idle: 'idle',
  running: 'run',
  waiting: 'wait',
  success: 'ok',
  error: 'bad',
  stopped: 'stop',
  stale: 'old',
};

/** Returns the state that border and badge show. */
export function lookOf(node: CanvasNode): NodeLook {
  if (node.state === 'running') return 'run';
  if (node.state === 'waiting') return 'wait';
  if (!node.isDisabled && (node.state === 'error' || node.issues.length > 0)) return 'bad';
  if (node.isPinned) return 'pin';
  return looks[node.state];
}

const BOLD = { size: 11, strokeWidth: 2.6, 'aria-hidden': true } as const;

function sign(look: NodeLook): ReactNode {
  switch (look) {
    case 'ok':
      return <Check {...BOLD} />;
    case 'pin':
      return <Pin {...BOLD} />;
    case 'wait':
      return <Clock {...BOLD} />;
    case 'run':
      return <i className="node-busy" />;
    case 'stop':
      return <Square {...BOLD} />;
    case 'old':
      return <History {...BOLD} />;
    case 'bad':
      return <b className="node-alarm" aria-hidden />;
    case 'idle':
      return null;
  }
}

export function NodeBadge({ look, text }: { readonly look: NodeLook; readonly text?: string }): ReactNode {
  if (look === 'idle') return null;
  return (
    <span className="node-badge">
      {look === 'run' && text !== undefined ? null : sign(look)}
      {text}
    </span>
  );
}
