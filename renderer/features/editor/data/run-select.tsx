// Which run of the node is shown, and whether both panes show the same.
import { Link2, Unlink2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useNodeView } from '../node-view/node-view-context.tsx';
import { usePane } from './pane-context.tsx';
import { lookAtRun } from './run-choice.ts';
import { SmallSelect } from './small-select.tsx';

export function RunSelect(): ReactNode {
  const { t } = useTranslation('data');
  const { look, looking, node, input, output, run } = useNodeView();
  const { side, data } = usePane();
  const { isLinked } = looking;
  if (data.runs === 0) return null;
  const text = (index: number): string => t('run.of', { number: index + 1, count: data.runs });
  const hasMany = data.runs > 1 || (input.runs > 1 && output.runs > 1);
  return (
    <>
      {data.runs > 1 ? (
        <SmallSelect
          label={t('run.label')}
          value={data.run}
          options={Array.from({ length: data.runs }, (_, index) => ({ value: index, label: text(index) }))}
          onChange={(index) => look(lookAtRun(run.runData, { side, run: index, node: node.name, parent: input.source, isLinked }))}
        />
      ) : side === 'input' ? (
        <span>{text(data.run)}</span>
      ) : null}
      {hasMany && side === 'input' ? (
        <IconButton
          label={t(isLinked ? 'run.unlink' : 'run.link')}
          size="small"
          aria-pressed={isLinked}
          onClick={() => look({ isLinked: !isLinked, inputRun: input.run, outputRun: output.run })}
        >
          <Icon of={isLinked ? Link2 : Unlink2} size={14} />
        </IconButton>
      ) : null}
    </>
  );
}
