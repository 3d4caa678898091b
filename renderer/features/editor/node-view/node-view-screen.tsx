// The view of the open node: input on the left, the form in the middle, output on the right.
import './node-view.css';
import { Dialog } from '@base-ui/react/dialog';
import { ArrowLeft, ArrowRight, ChevronLeft } from 'lucide-react';
import { useCallback, useEffect, useRef, type CSSProperties, type ReactNode, type FocusEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { edgesAt } from '../../../../engine/workflow/graph/walk.ts';
import { useAppSelector } from '../../../state/store.ts';
import { selectActiveModal } from '../../../state/ui-slice.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Keys } from '../../../ui/floating/keys.tsx';
import { InputPane, OutputPane, useOutputEdit } from '../data/index.ts';
import { editorActions } from '../document/editor-slice.ts';
import { nodeById } from '../document/operations.ts';
import { useDrag } from '../mapping/index.ts';
import { isTriggerType, OpenNodeProvider, useOpenNode } from '../open-node/index.ts';
import { useEditorState } from '../state/slices.ts';
import type { TypeLookup } from '../view/type-lookup.ts';
import { MainPane } from './main-pane.tsx';
import type { PaneKind } from './pane-sizes.ts';
import { hasTriggerPanel, TriggerPanel } from './trigger-panel.tsx';
import { usePanes, type Grip } from './use-panes.ts';

export function NodeViewScreen({ types }: { readonly types: TypeLookup }): ReactNode {
  const id = useEditorState((state) => state.openNode);
  const exists = useEditorState((state) => id !== undefined && nodeById(state.history.present, id) !== undefined);
  if (id === undefined || !exists) return null;
  return (
    <OpenNodeProvider key={id} id={id} types={types}>
      <View />
    </OpenNodeProvider>
  );
}

const kindOf = (isTrigger: boolean, pane: string | undefined): PaneKind => (isTrigger ? 'inputless' : pane === 'wide' ? 'wide' : 'regular');

function View(): ReactNode {
  const { t } = useTranslation('nodeView');
  const { head: node, editor, description, isReadOnly } = useOpenNode();
  const popup = useRef<HTMLDivElement>(null);
  const isTrigger = isTriggerType(description);
  const panes = usePanes(kindOf(isTrigger, description?.parameterPane));
  const { relativeLeft, relativeRight, relativeWidth } = panes.sizes;
  const paneKeys = usePaneKeys();
  const edit = useOutputEdit();
  // Escape closes a dialog above the view first, wherever the focus is.
  const hasModal = useAppSelector(selectActiveModal) !== undefined;
  const go = useCallback(
    (to: string | undefined) => {
      // An edit of the output must be saved or discarded first.
      return edit.leave().then((mayLeave) => {
        if (mayLeave) editor.dispatch(editorActions.nodeOpened(to));
        if (mayLeave && to !== undefined) editor.dispatch(editorActions.selected([to]));
        return mayLeave;
      });
    },
    [edit, editor],
  );
  return (
    <Dialog.Root open onOpenChange={(isOpen) => (isOpen || hasModal ? undefined : void go(undefined))} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Backdrop className="node-view-ground" />
        <Dialog.Popup
          ref={popup}
          initialFocus={popup}
          className="node-view"
          data-moving={panes.isMoving}
          aria-label={t('title', { name: node.name })}
        >
          <Top onGo={(to) => void go(to)} />
          <div
            className="node-view-panes"
            {...paneKeys}
            style={{ gridTemplateColumns: `${relativeLeft}fr ${relativeWidth}fr ${relativeRight}fr` } as CSSProperties}
          >
            <section className="node-view-side" aria-label={t('input')}>
              {isTrigger ? hasTriggerPanel(description) && !isReadOnly ? <TriggerPanel /> : <NoInput /> : <InputPane />}
            </section>
            <section className="node-view-main" aria-label={t('form')}>
              <GripBar grip="left" panes={panes} />
              <GripBar grip="move" panes={panes} />
              <MainPane onGo={go} />
              <GripBar grip="right" panes={panes} />
            </section>
            <section className="node-view-side" aria-label={t('output')}>
              <OutputPane edit={edit} />
            </section>
          </div>
          <Chip />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Replaces the input of a trigger: describes what starts it. */
function NoInput(): ReactNode {
  const { t } = useTranslation('nodeView');
  const { description } = useOpenNode();
  const hint = description?.eventTriggerDescription ?? '';
  return (
    <div className="trigger-panel">
      <p>{hint === '' ? t('noInput') : hint}</p>
    </div>
  );
}

function GripBar({ grip, panes }: { readonly grip: Grip; readonly panes: ReturnType<typeof usePanes> }): ReactNode {
  const { t } = useTranslation('nodeView');
  const { relativeLeft, relativeWidth } = panes.sizes;
  const at = grip === 'right' ? relativeLeft + relativeWidth : relativeLeft;
  return (
    <div
      className="node-view-grip"
      data-grip={grip}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t(`grip.${grip}`)}
      aria-valuenow={Math.round(at * 100)}
      {...panes.grip(grip)}
    />
  );
}

interface Neighbours {
  readonly before?: string;
  readonly after?: string;
}

function useNeighbours(): Neighbours {
  const { graph, head: node } = useOpenNode();
  const before = edgesAt(graph, node.name, 'up', 'ALL')[0]?.source;
  const after = edgesAt(graph, node.name, 'down', 'ALL')[0]?.target;
  return { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
}

function Top({ onGo }: { readonly onGo: (id: string | undefined) => void }): ReactNode {
  const { t } = useTranslation('nodeView');
  const { graph } = useOpenNode();
  const { before, after } = useNeighbours();
  const idOf = (name: string | undefined): string | undefined => (name === undefined ? undefined : graph.node(name)?.id);
  const [left, right] = [idOf(before), idOf(after)];
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent): void => {
      if (!event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey) return;
      const to = event.key === 'ArrowLeft' ? left : event.key === 'ArrowRight' ? right : undefined;
      if (to === undefined) return;
      event.preventDefault();
      onGo(to);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [left, right, onGo]);
  return (
    <div className="node-view-top">
      <Button kind="quiet" className="node-view-back" onClick={() => onGo(undefined)}>
        <Icon of={ChevronLeft} />
        {t('back')}
        <Keys keys="Escape" />
      </Button>
      <span className="grow" />
      {left === undefined ? null : (
        <IconButton label={t('toBefore', { name: before ?? '' })} shortcut="Alt+Shift+ArrowLeft" onClick={() => onGo(left)}>
          <Icon of={ArrowLeft} />
        </IconButton>
      )}
      {right === undefined ? null : (
        <IconButton label={t('toAfter', { name: after ?? '' })} shortcut="Alt+Shift+ArrowRight" onClick={() => onGo(right)}>
          <Icon of={ArrowRight} />
        </IconButton>
      )}
    </div>
  );
}

/** The label of the dragged data, next to the pointer. */
function Chip(): ReactNode {
  const drag = useDrag();
  if (drag === undefined) return null;
  return (
    <div className="mapping-chip" style={{ left: drag.x, top: drag.y }} aria-hidden>
      {drag.mapped.label.length > 16 ? `${drag.mapped.label.slice(0, 16)}…` : drag.mapped.label}
    </div>
  );
}

const data = '[role="grid"], [role="tree"]';
/** Selectors for the first focus in a pane. */
const entries = ['input, textarea, select', 'button:not(:disabled), a[href], [tabindex="0"]'] as const;

interface PaneKeys {
  readonly onFocus: (event: FocusEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * F6 moves the focus to the next pane, Shift+F6 to the previous one: to its data, or to the element that last had the focus. Returns the handlers
 * for the parent element of the panes.
 */
function usePaneKeys(): PaneKeys {
  const lastFocused = useRef(new WeakMap<Element, HTMLElement>());
  return {
    onFocus: ({ target, currentTarget }) => {
      const pane = [...currentTarget.children].find((each) => each.contains(target));
      if (pane !== undefined && target instanceof HTMLElement) lastFocused.current.set(pane, target);
    },
    onKeyDown: (event) => {
      if (event.key !== 'F6' || event.altKey || event.ctrlKey || event.metaKey) return;
      const panes = [...event.currentTarget.children];
      const at = panes.findIndex((pane) => pane.contains(document.activeElement));
      const next = panes[(at + (event.shiftKey ? -1 : 1) + panes.length) % panes.length];
      if (next === undefined) return;
      const before = lastFocused.current.get(next);
      const target = next.querySelector<HTMLElement>(data) ?? (before?.isConnected === true ? before : firstOf(next));
      if (target === undefined) return;
      event.preventDefault();
      target.focus();
    },
  };
}

function firstOf(pane: Element): HTMLElement | undefined {
  for (const kind of entries) {
    const target = pane.querySelector<HTMLElement>(kind);
    if (target !== null) return target;
  }
  return undefined;
}
