// Ports of a node: inputs are bars, outputs are dots, both with names; and the plus of an unconnected output.
import { Plus } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../../ui/icon.tsx';
import { MAIN, type CanvasNode, type PortRef } from '../canvas-model.ts';
import { useCore } from '../core-context.ts';
import { portPlace } from '../geometry/geometry.ts';
import { placeBeside } from '../gestures/connect.ts';

/** Nodes with at least this many outputs have a small plus. */
const SMALL_FROM = 3;

/** Returns on which side of its line a port is named; the number of its items is on the other. */
function nameSide(node: CanvasNode, side: PortRef['side'], index: number): 'above' | 'below' {
  const count = side === 'input' ? node.inputs.length : node.outputs.length;
  return count === 2 && index === 1 ? 'below' : 'above';
}

function Ports({ node, side }: { readonly node: CanvasNode; readonly side: PortRef['side'] }): ReactNode {
  const { t } = useTranslation('canvas');
  const ports = side === 'input' ? node.inputs : node.outputs;
  return ports.map(({ type, name, isRequired, isGone, count }, index) => {
    const { x, y } = portPlace(node, side, index);
    const isLink = type !== MAIN;
    // A sub-node's output is named after the input to which it attaches.
    const displayName = name ?? (isLink && side === 'input' ? t(`ports.${type}`, { defaultValue: type.replace(/^ai_/, '') }) : undefined);
    return (
      <span
        key={index}
        className="node-port-place"
        data-side={side}
        data-link={isLink ? '' : undefined}
        data-gone={isGone === true ? '' : undefined}
        style={{ left: x, top: y }}
      >
        <i className="node-port" data-port={side} data-index={index} />
        {displayName === undefined ? null : (
          <span className="node-port-name" data-at={isLink ? undefined : nameSide(node, side, index)}>
            <span className="node-port-text">{displayName}</span>
            {isLink && isRequired === true ? (
              <b className="node-port-required" aria-hidden>
                *
              </b>
            ) : null}
          </span>
        )}
        {count === undefined ? null : (
          <span className="node-port-name node-port-count" data-at={countSide(node, index, displayName !== undefined)}>
            {count}
          </span>
        )}
      </span>
    );
  });
}

const countSide = (node: CanvasNode, index: number, isNamed: boolean): 'above' | 'below' =>
  isNamed && nameSide(node, 'output', index) === 'above' ? 'below' : 'above';

interface PlusEndProps {
  readonly node: CanvasNode;
  readonly index: number;
  readonly isReachable: boolean;
}

function PlusEnd({ node, index, isReachable }: PlusEndProps): ReactNode {
  const core = useCore();
  const { t } = useTranslation('canvas');
  const port = node.outputs[index];
  if (port === undefined) return null;
  const { name, type } = port;
  const isSmall = node.outputs.length >= SMALL_FROM;
  const label = name === undefined ? t('plus') : t('plusNamed', { name });
  const onClick = (): void => {
    const from: PortRef = { node: node.id, side: 'output', index, type };
    core.intent({ type: 'addFrom', from, at: placeBeside(core, from) });
  };
  return (
    <span className="node-plus-place" style={{ top: portPlace(node, 'output', index).y }} data-small={isSmall ? '' : undefined}>
      <span
        className="node-plus"
        role="button"
        tabIndex={isReachable ? 0 : -1}
        title={label}
        aria-label={label}
        data-port="output"
        data-index={index}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          event.stopPropagation();
          onClick();
        }}
      >
        <Icon of={Plus} size={isSmall ? 12 : 14} />
      </span>
    </span>
  );
}

/** The plus below an input to which nodes can be attached. */
function AttachPlus({ node, index, isReachable }: PlusEndProps): ReactNode {
  const core = useCore();
  const { t } = useTranslation('canvas');
  const port = node.inputs[index];
  if (port === undefined) return null;
  const { type, name = t(`ports.${type}`, { defaultValue: type.replace(/^ai_/, '') }) } = port;
  const label = t(port.isRequired === true ? 'attachRequired' : 'attach', { name });
  const onClick = (): void => {
    const from: PortRef = { node: node.id, side: 'input', index, type };
    core.intent({ type: 'addFrom', from, at: placeBeside(core, from) });
  };
  const { x, y } = portPlace(node, 'input', index);
  return (
    <button
      type="button"
      className="node-attach"
      style={{ left: x, top: y }}
      tabIndex={isReachable ? 0 : -1}
      title={label}
      aria-label={label}
      onPointerDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        // These keys belong to the button. All others are shortcuts of the editor.
        if (['Enter', ' ', 'Tab'].includes(event.key)) event.stopPropagation();
      }}
      onClick={(event) => {
        event.stopPropagation();
        onClick();
      }}
    >
      <Icon of={Plus} size={12} />
    </button>
  );
}

export interface NodePortsProps {
  readonly node: CanvasNode;
  /** In the format of `Connections.freeOutputs`. */
  readonly freeOutputs: string;
  /** In the format of `Connections.freeInputs`. */
  readonly freeInputs: string;
  readonly isReadOnly: boolean;
  /** Whether the node has the focus, so that the Tab key reaches its buttons. */
  readonly hasFocus: boolean;
}

export const NodePorts = memo(function NodePorts({ node, freeOutputs, freeInputs, isReadOnly, hasFocus }: NodePortsProps): ReactNode {
  const listed = (text: string): readonly number[] => (isReadOnly || text === '' ? [] : text.split(',').map(Number));
  const free = listed(freeOutputs);
  return (
    <>
      {free.map((index) => (
        <PlusEnd key={index} node={node} index={index} isReachable={hasFocus} />
      ))}
      {listed(freeInputs).map((index) => (
        <AttachPlus key={index} node={node} index={index} isReachable={hasFocus} />
      ))}
      <Ports node={node} side="input" />
      <Ports node={node} side="output" />
    </>
  );
});
