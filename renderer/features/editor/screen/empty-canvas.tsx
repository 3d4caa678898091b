// Empty state of the canvas: a first step, an example that runs, or an import.
import { FileUp, FlaskConical, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { exampleFile } from '../../../lib/example.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { importFile } from '../actions/clipboard.ts';
import { NODE_SIZE } from '../canvas/index.ts';
import type { Point } from '../canvas/index.ts';
import { useEditor } from '../state/editor-context.tsx';
import { useEditorState } from '../state/slices.ts';

/** Returns a position to the left of the center, since later nodes need space. */
const firstPlace = ({ x, y } = { x: 0, y: 0 }): Point => ({ x: x - NODE_SIZE * 4, y: y - NODE_SIZE / 2 });

export function EmptyCanvas(): ReactNode {
  const { t } = useTranslation('editor');
  const { context } = useEditor();
  const isEmpty = useEditorState(
    (state) => state.status !== 'loading' && state.mode === 'edit' && state.history.present.nodes.length === 0,
  );
  if (!isEmpty) return null;
  return (
    <div className="empty-canvas">
      <button
        type="button"
        className="empty-canvas-first"
        aria-label={t('empty.title')}
        onClick={() => context.ui.openCreator({ kind: 'at', at: firstPlace(context.canvas()?.centre()) })}
      >
        <Icon of={Plus} size={34} />
      </button>
      <strong>{t('empty.title')}</strong>
      <span>{t('empty.hint')}</span>
      <div className="row">
        <Button onClick={() => void exampleFile().then((file) => importFile(context, file))}>
          <Icon of={FlaskConical} />
          {t('empty.example')}
        </Button>
        <Button onClick={() => context.ui.chooseFile()}>
          <Icon of={FileUp} />
          {t('empty.import')}
        </Button>
      </div>
    </div>
  );
}
