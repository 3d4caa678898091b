// The outline: the workflow as a tree, in which nodes can be opened, connected, moved and deleted by keyboard.
import './outline.css';
import { Pencil, Spline, Trash2, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Keys } from '../../../ui/floating/keys.tsx';
import { useFocusReturn } from '../../../ui/floating/focus.ts';
import { useGrowing, useLatest } from '../../../ui/search.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import type { OutlineNode } from './outline-of.ts';
import { useOutlineTree, type OutlineProps, type OutlineTree } from './use-outline-tree.ts';
import { OutlineRow } from './outline-row.tsx';

export function Outline(props: OutlineProps): ReactNode {
  const { t } = useTranslation('creator');
  const { nodes, isReadOnly } = props;
  const [connecting, setConnecting] = useState<string>();
  const tree = useOutlineTree({ ...props, onConnections: setConnecting });
  const node = connecting === undefined ? undefined : nodes.find(({ id }) => id === connecting);
  const panel = useRef<HTMLElement>(null);
  useFocusReturn(panel, props.onFocusLost);
  useLayoutEffect(() => {
    const line = panel.current?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]');
    (line ?? panel.current)?.focus({ preventScroll: true });
  }, []);
  // The dialog is unmounted immediately and does not return the focus.
  const wasConnecting = useRef(false);
  useEffect(() => {
    if (wasConnecting.current && node === undefined)
      tree.ref.current?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus();
    wasConnecting.current = node !== undefined;
  }, [node, tree.ref]);
  const closeOnEscape = (event: KeyboardEvent): void => {
    // Escape in the connections dialog bubbles here through React's tree.
    const isOwn = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key !== 'Escape' || !isOwn || props.onClose === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    props.onClose();
  };
  return (
    <section ref={panel} className="outline" aria-label={t('outline.title')} tabIndex={-1} onKeyDown={closeOnEscape}>
      <header className="outline-head">
        <h2 className="outline-title">{t('outline.title')}</h2>
        <OutlineTools props={props} active={tree.active} onConnections={setConnecting} />
        {props.onClose === undefined ? null : (
          <IconButton label={t('outline.close')} shortcut="Esc" size="small" onClick={props.onClose}>
            <Icon of={X} size={14} />
          </IconButton>
        )}
      </header>
      {nodes.length === 0 ? <p className="outline-empty">{t('outline.empty')}</p> : null}
      <Tree tree={tree} selection={props.selection} onOpen={props.onOpen} />
      <p className="visually-hidden" role="status">
        {tree.message}
      </p>
      {isReadOnly ? null : <Foot />}
      {node === undefined ? null : (
        <ConnectDialog
          node={node}
          nodes={nodes}
          isReadOnly={isReadOnly}
          onConnect={props.onConnect}
          onDisconnect={props.onDisconnect}
          onShowConnection={props.onShowConnection}
          onClose={() => setConnecting(undefined)}
        />
      )}
    </section>
  );
}

interface TreeProps extends Pick<OutlineProps, 'selection' | 'onOpen'> {
  readonly tree: OutlineTree;
}

function Tree({ tree, selection, onOpen }: TreeProps): ReactNode {
  const { t } = useTranslation('creator');
  const { visibleRows: visibleLines, onScroll } = useGrowing(tree.lines, tree.activeIndex, 'outline');
  const toggle = useLatest(tree.toggle);
  const select = useLatest(tree.goTo);
  const openNode = useLatest(onOpen);
  return (
    <div
      ref={tree.ref}
      className="outline-tree"
      role="tree"
      aria-label={t('outline.nodes')}
      hidden={tree.lines.length === 0}
      onKeyDown={tree.onKeyDown}
      onScroll={onScroll}
      onFocus={() => tree.onFocusChange(true)}
      onBlur={() => tree.onFocusChange(false)}
    >
      {visibleLines.map((line) => (
        <OutlineRow
          key={line.node.id}
          line={line}
          isActive={line.node.id === tree.active?.id}
          isSelected={selection.includes(line.node.id)}
          t={t}
          onToggle={toggle}
          onSelect={select}
          onOpen={openNode}
        />
      ))}
    </div>
  );
}

function Foot(): ReactNode {
  const { t } = useTranslation('creator');
  return (
    <footer className="outline-foot">
      <span>
        <Keys keys="Alt+↑↓←→" /> {t('outline.keys.move')}
      </span>
      <span>
        <Keys keys="C" /> {t('outline.keys.connect')}
      </span>
    </footer>
  );
}

interface ToolsProps {
  readonly props: OutlineProps;
  readonly active: OutlineNode | undefined;
  readonly onConnections: (id: string) => void;
}

/** The same actions as by keyboard, for the active row. */
function OutlineTools({ props: { onOpen, onDelete, isReadOnly }, active, onConnections }: ToolsProps): ReactNode {
  const { t } = useTranslation('creator');
  const name = active?.name ?? '';
  const isNone = active === undefined;
  return (
    <div className="outline-tools" role="group" aria-label={t('outline.tools')}>
      <IconButton
        label={t('outline.open', { name })}
        shortcut="Enter"
        size="small"
        disabled={isNone}
        onClick={() => active && onOpen(active.id)}
      >
        <Icon of={Pencil} size={14} />
      </IconButton>
      <IconButton
        label={t('outline.connections', { name })}
        shortcut="C"
        size="small"
        disabled={isNone || active.isNote === true}
        onClick={() => active && onConnections(active.id)}
      >
        <Icon of={Spline} size={14} />
      </IconButton>
      {isReadOnly ? null : (
        <IconButton
          label={t('outline.delete', { name })}
          shortcut="Delete"
          size="small"
          disabled={isNone}
          onClick={() => active && onDelete(active.id)}
        >
          <Icon of={Trash2} size={14} />
        </IconButton>
      )}
    </div>
  );
}
