// Which node's data the input shows: direct ones first, with the inputs they feed, then those further back.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNodeView } from '../node-view/node-view-context.tsx';
import type { ParentNode } from '../node-view/run-items.ts';
import { describeNode } from '../view/describe-node.ts';
import { SmallSelect } from './small-select.tsx';
import { cut } from './values.ts';

/** Characters of a name that are shown. */
const NAME = 30;

export function ParentSelect(): ReactNode {
  const { t } = useTranslation('data');
  const { parents, input, node, description, look } = useNodeView();
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
        label: cut(parent.name, NAME),
        more: whereOf(parent),
        title: parent.name,
      }))}
      onChange={(name) => look({ parent: name, inputBranch: undefined, item: 0 })}
    />
  );
}
