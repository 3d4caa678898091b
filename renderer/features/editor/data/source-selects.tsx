// Selects which data a pane shows: the parent node, its output and its run.
import { Link2, Unlink2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Segments } from '../../../ui/toolbar.tsx';
import { selectRun, useOpenNode } from '../open-node/index.ts';
import type { ParentNode } from '../runs/run-items.ts';
import { describeNode } from '../view/describe-node.ts';
import { usePane } from './pane-context.tsx';
import { useHasOutputList } from './pane-head.tsx';
import { SmallSelect } from '../../../ui/fields/select.tsx';
import { cut } from './values.ts';

/** Maximum number of outputs shown as tabs; more are shown as a select. */
const MAX_TABS = 4;

export function BranchTabs(): ReactNode {
  const { t } = useTranslation('data');
  const { graph, types, select } = useOpenNode();
  const { side, data } = usePane();
  const hasList = useHasOutputList();
  const node = data.source === undefined ? undefined : graph.node(data.source);
  const described = node === undefined ? undefined : describeNode(node, types.description(node.type, node.typeVersion));
  const outputs = described?.outputs.filter(({ type }) => type === 'main') ?? [];
  const count = Math.max(outputs.length, data.lists?.length ?? 0);
  if (count < 2 || data.lists === undefined) return null;
  const branches = Array.from({ length: count }, (_, index) => ({
    value: index,
    name: outputs[index]?.name ?? t('branch.number', { number: index + 1 }),
    count: (data.lists?.[index]?.length ?? 0).toLocaleString(),
  }));
  const change = (index: number): void => select(side === 'input' ? { inputBranch: index, item: 0 } : { outputBranch: index });
  if (count > MAX_TABS || hasList) {
    return (
      <SmallSelect
        label={t('branch.label')}
        value={data.output}
        options={branches.map(({ value, name, count: items }) => ({ value, label: name, more: items, title: `${name} ${items}` }))}
        onChange={change}
      />
    );
  }
  return (
    <Segments<string>
      label={t('branch.label')}
      value={String(data.output)}
      options={branches.map(({ value, name, count: items }) => ({
        value: String(value),
        label: (
          <span className="data-branch">
            <span className="data-branch-name" title={name}>
              {name}
            </span>{' '}
            {items}
          </span>
        ),
      }))}
      onChange={(value) => change(Number(value))}
    />
  );
}

export function RunSelect(): ReactNode {
  const { t } = useTranslation('data');
  const { select, selection, head: node, input, output, run } = useOpenNode();
  const { side, data } = usePane();
  const { isLinked } = selection;
  if (data.runs === 0) return null;
  const optionLabel = (index: number): string => t('run.of', { number: index + 1, count: data.runs });
  const hasMany = data.runs > 1 || (input.runs > 1 && output.runs > 1);
  return (
    <>
      {data.runs > 1 ? (
        <SmallSelect
          label={t('run.label')}
          value={data.run}
          options={Array.from({ length: data.runs }, (_, index) => ({ value: index, label: optionLabel(index) }))}
          onChange={(index) => select(selectRun(run.runData, { side, run: index, node: node.name, parent: input.source, isLinked }))}
        />
      ) : side === 'input' ? (
        <span>{optionLabel(data.run)}</span>
      ) : null}
      {hasMany && side === 'input' ? (
        <IconButton
          label={t(isLinked ? 'run.unlink' : 'run.link')}
          size="small"
          aria-pressed={isLinked}
          onClick={() => select({ isLinked: !isLinked, inputRun: input.run, outputRun: output.run })}
        >
          <Icon of={isLinked ? Link2 : Unlink2} size={14} />
        </IconButton>
      ) : null}
    </>
  );
}

/** Maximum number of characters of a name. */
const MAX_NAME = 30;

export function ParentSelect(): ReactNode {
  const { t } = useTranslation('data');
  const { parents, input, node, description, select } = useOpenNode();
  const names = describeNode(node, description).inputs.map(({ name }) => name);
  const whereOf = ({ distance, inputs }: ParentNode): string => {
    const feeds = inputs.flatMap((index) => names[index] ?? []);
    return feeds.length > 0 ? feeds.join(', ') : t('parent.back', { distance });
  };
  const sorted = parents.toSorted((one, other) => one.distance - other.distance);
  return (
    <SmallSelect
      label={t('parent.label')}
      value={input.source ?? ''}
      options={sorted.map((parent) => ({
        value: parent.name,
        label: cut(parent.name, MAX_NAME),
        more: whereOf(parent),
        title: parent.name,
      }))}
      onChange={(name) => select({ parent: name, inputBranch: undefined, item: 0 })}
    />
  );
}
