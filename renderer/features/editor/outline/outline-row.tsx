// One line of the outline.
import type { TFunction } from 'i18next';
import { ChevronDown, ChevronRight, CircleAlert, Zap } from 'lucide-react';
import { memo, useId, type CSSProperties, type ReactNode } from 'react';
import { Icon, NodeIcon } from '../../../ui/icon.tsx';
import type { OutlineLine } from './outline-lines.ts';
import type { OutlineNode } from './outline-of.ts';

export interface OutlineRowProps {
  readonly line: OutlineLine;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly t: TFunction<'creator'>;
  readonly onToggle: (id: string) => void;
  readonly onSelect: (id: string) => void;
  readonly onOpen: (id: string) => void;
}

function Row({ line, isActive, isSelected, t, onToggle, onSelect, onOpen }: OutlineRowProps): ReactNode {
  const id = useId();
  const { node, isExpanded, position, setSize } = line;
  return (
    <div
      role="treeitem"
      className="outline-row"
      style={{ '--outline-depth': Math.min(node.depth, 8) } as CSSProperties}
      tabIndex={isActive ? 0 : -1}
      aria-level={node.depth + 1}
      aria-posinset={position}
      aria-setsize={setSize}
      aria-expanded={isExpanded}
      aria-selected={isSelected}
      aria-describedby={`${id}-connections`}
      data-disabled={node.isDisabled}
      onClick={() => onSelect(node.id)}
      onDoubleClick={() => onOpen(node.id)}
    >
      {/* Only for the pointer: the row itself has keys and listeners. */}
      <span
        className="outline-toggle"
        aria-hidden
        onClick={(event) => {
          if (isExpanded === undefined) return;
          event.stopPropagation();
          onToggle(node.id);
        }}
      >
        {isExpanded === undefined ? null : <Icon of={isExpanded ? ChevronDown : ChevronRight} size={14} />}
      </span>
      <span className="outline-icon" aria-hidden>
        {node.initials === undefined ? <NodeIcon url={node.iconUrl} size={18} /> : <b className="outline-initials">{node.initials}</b>}
      </span>
      <RowTexts node={node} t={t} />
      <RowSigns node={node} />
      <span className="visually-hidden">{statesText(node, t)}</span>
      <span id={`${id}-connections`} hidden>
        {connectionsText(node, t)}
      </span>
    </div>
  );
}

function RowTexts({ node, t }: { readonly node: OutlineNode; readonly t: TFunction<'creator'> }): ReactNode {
  const back = node.outputs.flatMap(({ targets }) => targets).find(({ isBack }) => isBack === true);
  const isInsideLoop = node.loop !== undefined && node.loop !== node.name;
  return (
    <span className="outline-texts" title={[node.name, node.typeLabel, ...node.issues].join('\n')}>
      <span className="outline-name">
        {node.via === undefined ? null : <span className="outline-via">{outputText(node.via.name, node.via.output, t)}</span>}
        <bdi>{node.name}</bdi>
      </span>
      <span className="outline-type">
        {node.typeLabel}
        {back === undefined
          ? isInsideLoop
            ? ` · ${t('outline.inLoop', { name: node.loop })}`
            : ''
          : ` · ${t('outline.backTo', { name: back.name })}`}
      </span>
    </span>
  );
}

/** Icons of triggers, issues and run states. */
function RowSigns({ node }: { readonly node: OutlineNode }): ReactNode {
  return (
    <span className="outline-signs" aria-hidden>
      {node.isTrigger ? (
        <span className="outline-bolt">
          <Icon of={Zap} size={14} />
        </span>
      ) : null}
      {node.issues.length > 0 ? (
        <span className="outline-issue">
          <Icon of={CircleAlert} size={14} />
        </span>
      ) : null}
      {node.state === 'idle' ? null : <span className="outline-state" data-state={node.state} />}
    </span>
  );
}

/** Memoized, so that a step through the tree renders only two rows. */
export const OutlineRow = memo(Row);

/** Returns the name of an output; its number, from 1, if it has none. */
export function outputText(name: string | undefined, index: number, t: TFunction<'creator'>): string {
  return name === undefined || name === '' ? t('outline.output', { number: index + 1 }) : name;
}

/** Returns text such as `Trigger, disabled, failed, 1 issue: …`. */
function statesText(node: OutlineNode, t: TFunction<'creator'>): string {
  return [
    ...(node.isTrigger ? [t('isTrigger')] : []),
    ...(node.isDisabled ? [t('outline.disabled')] : []),
    ...(node.state === 'idle' ? [] : [t(`outline.states.${node.state}`)]),
    ...(node.issues.length === 0 ? [] : [t('outline.issues', { count: node.issues.length, list: node.issues.join('; ') })]),
  ].join(', ');
}

/** Returns text such as `In the loop of A. true leads to B, C. false leads to nothing.` Empty for notes, which have no connections. */
function connectionsText(node: OutlineNode, t: TFunction<'creator'>): string {
  if (node.isNote === true) return '';
  const via = node.via === undefined ? [] : [t('outline.reachedBy', { output: outputText(node.via.name, node.via.output, t) })];
  const loop = node.loop === undefined || node.loop === node.name ? [] : [t('outline.loop', { name: node.loop })];
  const isSingle = node.outputs.length === 1;
  const outputs = node.outputs.map(({ name, targets }, index) => {
    const list = targets.map((target) => (target.isBack === true ? t('outline.above', { name: target.name }) : target.name)).join(', ');
    const key = targets.length === 0 ? 'outline.leadsNowhere' : 'outline.leadsTo';
    return isSingle && name === undefined
      ? t(targets.length === 0 ? 'outline.notConnected' : 'outline.connectedTo', { list })
      : t(key, { output: outputText(name, index, t), list });
  });
  return [...via, ...loop, ...outputs].join(' ');
}
