// Connections of a node: removes one, or adds one by choosing output and node.
import '../../../ui/fields/field.css';
import { ArrowRight, ChevronDown, Locate, Unplug } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/floating/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { acceptsType, MAIN } from '../canvas/canvas-model.ts';
import type { OutlineInput, OutlineNode, OutlineTarget } from './outline-of.ts';
import { outputText } from './outline-row.tsx';
import type { OutlineEnd, OutlineProps } from './use-outline-tree.ts';

export interface ConnectDialogProps extends Pick<OutlineProps, 'nodes' | 'isReadOnly' | 'onConnect' | 'onDisconnect' | 'onShowConnection'> {
  readonly node: OutlineNode;
  readonly onClose: () => void;
}

export function ConnectDialog(props: ConnectDialogProps): ReactNode {
  const { node, nodes, isReadOnly, onConnect, onDisconnect, onShowConnection, onClose } = props;
  const { t } = useTranslation('creator');
  const [message, setMessage] = useState('');
  const canConnect = !isReadOnly && node.outputs.length > 0;
  return (
    <Dialog title={t('outline.connectionsOf', { name: node.name })} isOpen onClose={onClose} width="440px">
      <div className="connect">
        <ConnectionList
          node={node}
          isReadOnly={isReadOnly}
          onShow={
            onShowConnection === undefined
              ? undefined
              : (output, target) => {
                  onClose();
                  onShowConnection(endOf(node, output), target.id, target.input ?? 0);
                }
          }
          onDisconnect={(output, target) => {
            onDisconnect(endOf(node, output), target.id, target.input ?? 0);
            setMessage(t('outline.ended', { from: node.name, to: target.name }));
          }}
        />
        {canConnect ? (
          <ConnectForm
            node={node}
            nodes={nodes}
            onConnect={(output, target, input) => {
              onConnect(endOf(node, output), target.id, input);
              setMessage(t('outline.made', { from: node.name, to: target.name }));
            }}
          />
        ) : null}
        <p className="visually-hidden" role="status">
          {message}
        </p>
      </div>
    </Dialog>
  );
}

interface ListProps extends Pick<ConnectDialogProps, 'node' | 'isReadOnly'> {
  readonly onDisconnect: (output: number, target: OutlineTarget) => void;
  readonly onShow: ((output: number, target: OutlineTarget) => void) | undefined;
}

function ConnectionList({ node, isReadOnly, onDisconnect, onShow }: ListProps): ReactNode {
  const { t } = useTranslation('creator');
  const isNamed = node.outputs.length > 1 || node.outputs[0]?.name !== undefined;
  const connections = node.outputs.flatMap(({ name, targets }, output) => targets.map((target) => ({ name, output, target })));
  if (connections.length === 0)
    return <p className="connect-none">{t(node.outputs.length === 0 ? 'outline.noOutputs' : 'outline.none')}</p>;
  return (
    <ul className="connect-list">
      {connections.map(({ name, output, target }) => (
        <li key={`${output} ${target.input ?? 0} ${target.id}`} className="connect-line">
          {isNamed ? <span className="outline-via">{outputText(name, output, t)}</span> : null}
          <Icon of={ArrowRight} size={14} />
          <span className="connect-target" title={target.name}>
            {target.name}
            {target.input === undefined ? null : <small> {t('outline.input', { number: target.input + 1 })}</small>}
          </span>
          {onShow === undefined ? null : (
            <IconButton label={t('outline.showConnection', { name: target.name })} size="small" onClick={() => onShow(output, target)}>
              <Icon of={Locate} size={14} />
            </IconButton>
          )}
          {isReadOnly ? null : (
            <IconButton label={t('outline.disconnect', { name: target.name })} size="small" onClick={() => onDisconnect(output, target)}>
              <Icon of={Unplug} size={14} />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  );
}

interface FormProps extends Pick<ConnectDialogProps, 'node' | 'nodes'> {
  readonly onConnect: (output: number, target: OutlineNode, input: number) => void;
}

function ConnectForm({ node, nodes, onConnect }: FormProps): ReactNode {
  const { t } = useTranslation('creator');
  const [output, setOutput] = useState(() => firstFree(node));
  const [chosen, setChosen] = useState<string>();
  const [input, setInput] = useState(0);
  const choices = nodes.filter((other) => other.id !== node.id && !other.isTrigger && other.isNote !== true && isFree(node, output, other));
  const target = choices.find((other) => other.id === chosen) ?? choices[0];
  const inputs = target === undefined ? [] : freeInputs(node, output, target);
  const type = node.outputs[output]?.type ?? MAIN;
  const hasChoice = target !== undefined && inputsOfType(target, type).length > 1;
  const chosenInput = inputs.includes(input) ? input : (inputs[0] ?? 0);
  return (
    <form
      className="connect-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (target !== undefined) onConnect(output, target, chosenInput);
      }}
    >
      {node.outputs.length === 1 ? null : (
        <Choice
          isFirst
          label={t('outline.fromOutput')}
          value={String(output)}
          onChange={(value) => setOutput(Number(value))}
          options={node.outputs.map(({ name }, index) => [String(index), outputText(name, index, t)])}
        />
      )}
      <Choice
        isFirst={node.outputs.length === 1}
        label={t('outline.toNode')}
        value={target?.id ?? ''}
        onChange={setChosen}
        options={target === undefined ? [['', t('outline.noneLeft')]] : choices.map((other) => [other.id, other.name])}
      />
      {!hasChoice ? null : (
        <Choice
          label={t('outline.toInput')}
          value={String(chosenInput)}
          onChange={(value) => setInput(Number(value))}
          options={inputs.map((index) => [
            String(index),
            inputsOfType(target, type)[index]?.name ?? t('outline.input', { number: index + 1 }),
          ])}
        />
      )}
      <Button type="submit" kind="primary" disabled={target === undefined}>
        {t('outline.connect')}
      </Button>
    </form>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
  /** Whether it takes the focus first. */
  readonly isFirst?: boolean;
}

function Choice({ label, value, options, onChange, isFirst = false }: ChoiceProps): ReactNode {
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (isFirst) select.current?.focus();
  }, [isFirst]);
  return (
    <label className="field">
      <span className="field-label">{label}</span>
      <span className="connect-select">
        <select ref={select} className="input" value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {options.map(([each, text]) => (
            <option key={each} value={each}>
              {text}
            </option>
          ))}
        </select>
        <Icon of={ChevronDown} size={14} />
      </span>
    </label>
  );
}

/** Returns the start of connections at an output; `output` is its place among all outputs of the node. */
function endOf({ id, outputs }: OutlineNode, output: number): OutlineEnd {
  const type = outputs[output]?.type;
  const index = outputs.slice(0, output).filter((other) => other.type === type).length;
  return { id, output: index, ...(type === undefined ? {} : { type }) };
}

const inputsOfType = ({ inputs = [{ type: MAIN }] }: OutlineNode, type: string): readonly OutlineInput[] =>
  inputs.filter((input) => input.type === type);

/** Returns the inputs of a node to which an output is not connected yet, and that accept the connection. */
function freeInputs(node: OutlineNode, output: number, target: OutlineNode): number[] {
  const { type = MAIN, targets = [] } = node.outputs[output] ?? {};
  const occupied = targets.filter(({ id }) => id === target.id).map(({ input = 0 }) => input);
  return inputsOfType(target, type).flatMap((input, index) =>
    occupied.includes(index) || input.isFull === true || !acceptsType(input, node.type) ? [] : [index],
  );
}

const isFree = (node: OutlineNode, output: number, target: OutlineNode): boolean => freeInputs(node, output, target).length > 0;

/** Returns the first unconnected output, otherwise the first. */
const firstFree = ({ outputs }: OutlineNode): number =>
  Math.max(
    outputs.findIndex(({ targets }) => targets.length === 0),
    0,
  );
