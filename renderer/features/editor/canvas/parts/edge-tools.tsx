// Buttons on the hovered connection: insert a node, delete the connection.
import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { useCore } from '../core-context.ts';
import { nodeAround } from '../geometry/geometry.ts';
import { useValue } from '../stores.ts';

export function EdgeTools({ isReadOnly }: { readonly isReadOnly: boolean }): ReactNode {
  const core = useCore();
  const { t } = useTranslation('canvas');
  const edge = useValue(core.hoveredEdge);
  const isIdle = useValue(core.gesture) === 'idle';
  const shape = edge === undefined || isReadOnly || !isIdle ? undefined : core.scene.shapeOf(edge);
  if (edge === undefined || shape === undefined) return null;
  const { middle } = shape;
  const leave = (): void => {
    core.hoveredEdge.set(undefined);
    core.requestFrame();
  };
  return (
    <div className="edge-tools" style={{ left: middle.x, top: middle.y }} data-control="" onPointerLeave={leave}>
      {core.scene.isLink(edge) ? null : (
        <IconButton
          label={t('insert')}
          kind="normal"
          size="small"
          className="edge-tool"
          onClick={() => {
            leave();
            core.intent({ type: 'insert', edge, at: nodeAround(middle) });
          }}
        >
          <Icon of={Plus} size={14} />
        </IconButton>
      )}
      <IconButton
        label={t('disconnect')}
        kind="normal"
        size="small"
        className="edge-tool"
        onClick={() => {
          leave();
          core.intent({ type: 'disconnect', edge });
        }}
      >
        <Icon of={Trash2} size={13} />
      </IconButton>
    </div>
  );
}
