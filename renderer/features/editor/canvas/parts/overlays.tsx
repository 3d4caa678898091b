// Overlays of gestures: the selection rectangle and the connection that is being drawn; and the live region.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { spokenAgain } from '../../../../lib/browser.ts';
import { useCore } from '../core-context.ts';
import { pendingPath } from '../geometry/edge-path.ts';
import { useValue } from '../stores.ts';

export function Marquee(): ReactNode {
  const rect = useValue(useCore().marquee);
  if (rect === undefined) return null;
  return <div className="canvas-marquee" style={{ left: rect.x, top: rect.y, width: rect.width, height: rect.height }} />;
}

export function PendingWire(): ReactNode {
  const core = useCore();
  const pending = useValue(core.pending);
  const start = pending === undefined ? undefined : core.scene.portPoint(pending.from);
  if (pending === undefined || start === undefined) return null;
  const { from, target } = pending;
  const end = target.kind === 'port' ? (core.scene.portPoint(target.to) ?? pending.to) : pending.to;
  const d = from.side === 'output' ? pendingPath(start, end) : pendingPath(end, start);
  return (
    <svg className="canvas-wires canvas-pending" data-target={target.kind} aria-hidden>
      <path className="wire-line" d={d} />
      <circle className="wire-end" cx={end.x} cy={end.y} r={5} />
    </svg>
  );
}

export function Announcer(): ReactNode {
  const { t } = useTranslation('canvas');
  const message = useValue(useCore().message);
  const sentence = message === undefined ? '' : t(message.key, message.values);
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {message?.isAgain === true ? spokenAgain(sentence) : sentence}
    </div>
  );
}
