// A node on the canvas. It is rendered again only if its part of the model, its marks or its detail change.
import { CircleHelp, StickyNote } from 'lucide-react';
import { memo, type CSSProperties, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import { Icon, NodeIcon } from '../../../../ui/icon.tsx';
import { MAIN, NODE_SIZE, type CanvasNode } from '../canvas-model.ts';
import { useCore, usePlace } from '../core-context.ts';
import { nodeSize } from '../geometry/geometry.ts';
import { lookOf, NodeBadge } from './node-badge.tsx';
import { ChangeChip } from './change-chip.tsx';
import { NodePorts, type NodePortsProps } from './node-ports.tsx';
import { NodeTools } from './node-tools.tsx';
import { useMark } from '../stores.ts';
import type { Detail } from '../geometry/virtualisation.ts';
import './node-ports.css';
import './node.css';

export interface NodeBoxProps {
  readonly node: CanvasNode;
  readonly detail: Detail;
  readonly freeOutputs: string;
  readonly freeInputs: string;
  readonly incoming: number;
  readonly outgoing: number;
  readonly isReadOnly: boolean;
  /** Whether it is the tab stop of the canvas. */
  readonly isEntry: boolean;
}

const ICON_SIZE = 34;
const flag = (isSet: boolean): '' | undefined => (isSet ? '' : undefined);

/** The icon or its placeholder. */
function NodeShape({ node }: { readonly node: CanvasNode }): ReactNode {
  return (
    <span className="node-icon-place">
      {node.unknown !== undefined ? (
        <span className="node-initials" aria-hidden>
          {node.unknown.initials}
        </span>
      ) : node.icon === undefined ? (
        <Icon of={CircleHelp} size={ICON_SIZE} />
      ) : (
        <NodeIcon url={node.icon} size={ICON_SIZE} />
      )}
    </span>
  );
}

const NodeFace = memo(function NodeFace({ node, freeOutputs, freeInputs, isReadOnly, hasFocus }: NodePortsProps): ReactNode {
  const { t } = useTranslation('canvas');
  const look = lookOf(node);
  const [issue] = node.isDisabled ? [] : node.issues;
  // The box shows that the type is missing; the subtitle shows which type it is.
  const below = node.unknown === undefined ? (issue ?? node.subtitle) : node.subtitle;
  return (
    <>
      <div className="node-box">
        <span className="node-spot" />
        <span className="node-inside">
          <NodeShape node={node} />
          {node.hasNotes ? (
            <span className="node-has-notes" title={t('hasNotes')}>
              <Icon of={StickyNote} size={12} />
            </span>
          ) : null}
          <NodeBadge look={look} text={node.badge} />
        </span>
      </div>
      <ChangeChip change={node.change} />
      {node.hint === undefined ? null : (
        <span className="node-hint" role="tooltip" dir="auto">
          {node.hint}
        </span>
      )}
      <div className="node-outside">
        <NodePorts node={node} freeOutputs={freeOutputs} freeInputs={freeInputs} isReadOnly={isReadOnly} hasFocus={hasFocus} />
      </div>
      <div className="node-label" title={hoverText(node)}>
        <b dir="auto">{node.title}</b>
        {below === undefined ? null : (
          <span dir="auto" data-bad={flag(issue !== undefined && node.unknown === undefined)}>
            {below}
          </span>
        )}
        {node.notes === undefined || node.notes === '' ? null : <span className="node-notes">{node.notes}</span>}
      </div>
    </>
  );
});

/** Returns the tooltip. Issues mention a type that is not installed, but a disabled node has no issues. */
const hoverText = ({ title, type, issues, unknown }: CanvasNode): string =>
  [...(issues.length > 0 ? issues : [title]), unknown === undefined ? undefined : type].filter((line) => line !== undefined).join('\n');

/** Whether the node is a sub-node, which has no main ports. */
const isPart = ({ inputs, outputs }: CanvasNode): boolean =>
  outputs.length > 0 && [...inputs, ...outputs].every(({ type }) => type !== MAIN);

export const NodeBox = memo(function NodeBox(props: NodeBoxProps): ReactNode {
  const { node, detail, freeOutputs, freeInputs, incoming, outgoing, isReadOnly, isEntry } = props;
  const core = useCore();
  const { t } = useTranslation('canvas');
  const ref = usePlace(node.id);
  const isSelected = useMark(core.selected, node.id);
  const isTarget = useMark(core.dropTargets, node.id);
  const isRejected = useMark(core.rejections, node.id);
  const isRevealed = useMark(core.revealed, node.id);
  const isHovered = useMark(core.hovered, node.id);
  const hasFocus = useMark(core.holdsFocus, node.id);
  const hasTools = (isHovered || hasFocus) && !isReadOnly && detail === 'full';
  const { width, height } = nodeSize(node);
  const style = {
    left: node.position.x,
    top: node.position.y,
    '--node-width': `${width}px`,
    '--node-height': `${height}px`,
    '--tint': node.tint,
    '--node-color': node.color,
  };
  return (
    <div
      ref={ref}
      className="node"
      role="group"
      aria-roledescription={t('node')}
      aria-label={nodeWords(t, node, { incoming, outgoing }, isSelected)}
      tabIndex={isEntry ? 0 : -1}
      style={style as CSSProperties}
      data-node={node.id}
      data-look={lookOf(node)}
      data-trigger={flag(node.isTrigger)}
      data-disabled={flag(node.isDisabled)}
      data-colored={flag(node.color !== undefined)}
      data-unknown={flag(node.unknown !== undefined)}
      data-wide={flag(width > NODE_SIZE)}
      data-part={flag(isPart(node))}
      data-selected={flag(isSelected)}
      data-change={node.change?.kind}
      data-target={flag(isTarget)}
      data-refused={flag(isRejected)}
      data-revealed={flag(isRevealed)}
      onFocus={() => core.focused.set(node.id)}
    >
      {detail === 'full' ? (
        <NodeFace node={node} freeOutputs={freeOutputs} freeInputs={freeInputs} isReadOnly={isReadOnly} hasFocus={hasFocus} />
      ) : (
        <SmallNode node={node} hasFace={detail === 'face'} />
      )}
      {hasTools ? <NodeTools node={node} /> : null}
    </div>
  );
});

/** A node without ports and tools, for small zooms; without a face it is only a spot. */
function SmallNode({ node, hasFace }: { readonly node: CanvasNode; readonly hasFace: boolean }): ReactNode {
  return (
    <>
      <div className="node-box">
        <span className="node-spot" />
        {hasFace ? (
          <span className="node-inside">
            <NodeShape node={node} />
          </span>
        ) : null}
      </div>
      {hasFace ? (
        <div className="node-label">
          <b dir="auto">{node.title}</b>
        </div>
      ) : null}
    </>
  );
}

interface Links {
  readonly incoming: number;
  readonly outgoing: number;
}

function nodeWords(t: TFunction<'canvas'>, node: CanvasNode, links: Links, isSelected: boolean): string {
  const [first] = node.issues;
  const words = [
    node.title,
    node.subtitle,
    node.change?.text,
    node.isTrigger ? t('state.trigger') : undefined,
    node.unknown !== undefined ? t('state.unknown') : undefined,
    node.isDisabled ? t('state.disabled') : undefined,
    node.state === 'idle' ? undefined : t(`state.${node.state}`),
    node.badge,
    ...node.outputs.map(({ name, count }) => (count === undefined ? undefined : [name, count].filter(Boolean).join(': '))),
    node.hint,
    node.isPinned ? t('state.pinned') : undefined,
    first === undefined ? undefined : t('issues', { count: node.issues.length, first }),
    t('incoming', { count: links.incoming }),
    t('outgoing', { count: links.outgoing }),
    isSelected ? t('state.selected') : undefined,
  ];
  return words.filter((word) => word !== undefined && word !== '').join(', ');
}
