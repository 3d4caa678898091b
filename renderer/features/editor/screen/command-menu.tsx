// Context menu of the canvas: the commands that apply to its target.
import { Menu as Base } from '@base-ui/react/menu';
import { useLayoutEffect, useMemo, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Keys } from '../../../ui/floating/keys.tsx';
import type { CanvasIntent } from '../canvas/index.ts';
import { labelKey } from '../commands/command.ts';
import { commandById } from '../commands/index.ts';
import { considering } from './run-bar.tsx';
import { useEditor } from '../state/editor-context.tsx';

type Opened = Extract<CanvasIntent, { type: 'menu' }>;

const offered: Readonly<Record<Opened['target'], readonly (string | null)[]>> = {
  node: [
    'openNode',
    'runToNode',
    'rename',
    'replaceNode',
    'takeNewVersion',
    null,
    'disable',
    'pin',
    null,
    'copy',
    'cut',
    'duplicate',
    null,
    'selectUpstream',
    'selectDownstream',
    'tidyUp',
    'extractSubWorkflow',
    null,
    'delete',
  ],
  note: ['copy', 'cut', 'duplicate', null, 'delete'],
  edge: ['delete'],
  canvas: ['addNode', 'addSticky', null, 'paste', 'selectAll', 'tidyUp', null, 'undo', 'redo', null, 'zoomToFit', 'palette'],
};

export function CommandMenu({ menu, onClose }: { readonly menu: Opened | undefined; readonly onClose: () => void }): ReactNode {
  return menu === undefined ? null : <OpenMenu menu={menu} onClose={onClose} />;
}

/** Restores the focus when the menu closes. Base UI would do so later, and take it from the part that the entry opens. */
function useFocusAfter(popup: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const before = document.activeElement;
    return () => {
      const focused = document.activeElement;
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- the popup is mounted later than this
      const isOurs = focused === document.body || popup.current?.contains(focused) === true;
      if (isOurs && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [popup]);
}

function OpenMenu({ menu, onClose }: { readonly menu: Opened; readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation('editor');
  const { context } = useEditor();
  const popup = useRef<HTMLDivElement>(null);
  useFocusAfter(popup);
  const anchor = useMemo(() => ({ getBoundingClientRect: () => new DOMRect(menu.screen.x, menu.screen.y, 0, 0) }), [menu]);
  const labelOf = (id: string): string => {
    const command = commandById.get(id);
    return t(command === undefined ? `commands.${id}` : labelKey(command, context));
  };
  const close = (): void => {
    context.ui.considerRun();
    onClose();
  };
  const visibleIds = offered[menu.target].filter((id) => id === null || commandById.get(id)?.isEnabled?.(context) !== false);
  const entries = visibleIds.filter(
    (id, index) => id !== null || (index > 0 && visibleIds[index - 1] !== null && index < visibleIds.length - 1),
  );
  return (
    <Base.Root open onOpenChange={(isOpen) => (isOpen ? undefined : close())}>
      <Base.Portal>
        {/* Beside the pointer, and moved up where there is no room below, so that it covers nothing that was clicked. */}
        <Base.Positioner
          anchor={anchor}
          side="right"
          align="start"
          sideOffset={4}
          collisionAvoidance={{ side: 'flip', align: 'shift', fallbackAxisSide: 'none' }}
          className="floating-layer"
        >
          <Base.Popup ref={popup} className="menu command-menu" finalFocus={false}>
            {entries.map((id, index) =>
              id === null ? (
                <Base.Separator key={`line ${index}`} className="menu-line" />
              ) : (
                <Base.Item
                  key={id}
                  className="menu-item"
                  data-danger={id === 'delete'}
                  onClick={() => void commandById.get(id)?.run(context)}
                  {...(id === 'runToNode' ? considering(context.ui, menu.id) : undefined)}
                >
                  <span>{labelOf(id)}</span>
                  {commandById.get(id)?.keys?.[0] === undefined ? null : <Keys keys={commandById.get(id)?.keys?.[0] ?? ''} />}
                </Base.Item>
              ),
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
