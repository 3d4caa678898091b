// The zoom bar at the lower left: fit, out, the zoom itself (which goes back to 100 %), in.
import { Maximize, Minus, Plus } from 'lucide-react';
import { useSyncExternalStore, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { CanvasHandle } from './canvas-model.ts';
import { useCore } from './core-context.ts';

export function ZoomBar({ handle }: { readonly handle: CanvasHandle }): ReactNode {
  const { viewport } = useCore();
  const { t } = useTranslation('canvas');
  const read = (): number => Math.round(viewport.view.zoom * 100);
  const percent = useSyncExternalStore(viewport.subscribe, read, read);
  return (
    <div className="zoom-bar" role="toolbar" aria-label={t('zoomBar')} data-control="">
      <IconButton label={t('fit')} shortcut="1" side="top" onClick={() => handle.zoomToFit()}>
        <Icon of={Maximize} />
      </IconButton>
      <IconButton label={t('zoomOut')} shortcut="-" side="top" onClick={() => handle.zoomOut()}>
        <Icon of={Minus} />
      </IconButton>
      <IconButton
        label={t('resetZoom', { percent })}
        shortcut="0"
        side="top"
        className="zoom-percent"
        aria-disabled={percent === 100}
        onClick={() => handle.resetZoom()}
      >
        {t('percent', { percent })}
      </IconButton>
      <IconButton label={t('zoomIn')} shortcut="+" side="top" onClick={() => handle.zoomIn()}>
        <Icon of={Plus} />
      </IconButton>
    </div>
  );
}
