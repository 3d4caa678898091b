// The zoom bar at the lower left: fit, zoom out, current zoom (resets to 100 %), zoom in.
import { Maximize, Minus, Plus } from 'lucide-react';
import { useRef, useSyncExternalStore, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import type { CanvasHandle } from '../canvas-model.ts';
import { useCore } from '../core-context.ts';

export interface ZoomBarProps {
  readonly handle: CanvasHandle;
  /** Whether the zoom is shown, with a button that resets it. */
  readonly hasReset: boolean;
}

export function ZoomBar({ handle, hasReset }: ZoomBarProps): ReactNode {
  const { t } = useTranslation('canvas');
  const bar = useRef<HTMLDivElement>(null);
  return (
    <div ref={bar} className="raised zoom-bar" role="toolbar" aria-label={t('zoomBar')} data-control="">
      <IconButton label={t('fit')} shortcut="1" side="top" onClick={() => handle.zoomToFit()}>
        <Icon of={Maximize} />
      </IconButton>
      <IconButton label={t('zoomOut')} shortcut="-" side="top" onClick={() => handle.zoomOut()}>
        <Icon of={Minus} />
      </IconButton>
      {hasReset ? (
        <Percent
          onReset={() => {
            handle.resetZoom();
            // The button disappears at 100 %, so the focus moves to the next one.
            bar.current?.querySelector<HTMLElement>('button:last-of-type')?.focus({ preventScroll: true });
          }}
        />
      ) : null}
      <IconButton label={t('zoomIn')} shortcut="+" side="top" onClick={() => handle.zoomIn()}>
        <Icon of={Plus} />
      </IconButton>
    </div>
  );
}

/** The zoom as plain text if there is nothing to reset. */
function Percent({ onReset }: { readonly onReset: () => void }): ReactNode {
  const { viewport } = useCore();
  const { t } = useTranslation('canvas');
  const read = (): number => Math.round(viewport.view.zoom * 100);
  const readActual = (): boolean => viewport.view.zoom === 1;
  const percent = useSyncExternalStore(viewport.subscribe, read, read);
  const isActual = useSyncExternalStore(viewport.subscribe, readActual, readActual);
  const label = t('percent', { percent });
  if (isActual) return <span className="zoom-percent">{label}</span>;
  return (
    <IconButton label={t('resetZoom', { percent })} shortcut="0" side="top" className="zoom-percent" onClick={onReset}>
      {label}
    </IconButton>
  );
}
