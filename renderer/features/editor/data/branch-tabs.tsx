// The outputs of the node whose data is shown, with how many items each gave.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Segments } from '../node-view/segments.tsx';
import { useNodeView } from '../node-view/node-view-context.tsx';
import { describeNode } from '../view/describe-node.ts';
import { usePane } from './pane-context.tsx';
import { SmallSelect } from './small-select.tsx';

/** Outputs that lie side by side; more are a list. */
const TABS = 4;

export function BranchTabs(): ReactNode {
  const { t } = useTranslation('data');
  const { graph, types, look } = useNodeView();
  const { side, data } = usePane();
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
  const change = (index: number): void => look(side === 'input' ? { inputBranch: index, item: 0 } : { outputBranch: index });
  if (count > TABS) {
    return (
      <SmallSelect
        label={t('branch.label')}
        value={data.output}
        options={branches.map(({ value, name, count: items }) => ({ value, label: name, more: items }))}
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
