// Two versions of a workflow compared: on the canvas, as a list, and value by value. Its texts are loaded with it.
import './versions.css';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import versions from '../../../../locales/en/versions.json' with { type: 'json' };
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { valueChanges, type ValueChange } from '../../../../engine/workflow/file/value-changes.ts';
import type { NodeChange } from '../../../../engine/workflow/file/diff.ts';
import { addTexts } from '../../../i18n/index.ts';
import type { CanvasHandle } from '../canvas/index.ts';
import type { TypeLookup } from '../view/type-lookup.ts';
import { ChangeList, FIELDS, SETTINGS } from './change-list.tsx';
import { mergeWorkflows, type ComparedWorkflows } from './compared-workflows.ts';
import { parameterLabel } from './value-labels.ts';
import { ValueTable } from './value-table.tsx';
import { VersionCanvas } from './version-canvas.tsx';

addTexts({ versions });

export interface ComparisonProps {
  readonly before: WorkflowFile;
  readonly after: WorkflowFile;
  readonly types: TypeLookup;
  /** Whether one version is displayed on its own, `after`. */
  readonly isSingle?: boolean;
}

export function Comparison({ before, after, types, isSingle = false }: ComparisonProps): ReactNode {
  const { t } = useTranslation('versions');
  const compared = useMemo(() => mergeWorkflows(before, after, types), [before, after, types]);
  const canvas = useRef<CanvasHandle>(null);
  const [chosen, choose] = useState<string>();
  const reveal = (id: string): void => {
    choose(id);
    if (compared.nodes.has(id)) canvas.current?.reveal(id);
    else if (compared.wires.has(id)) canvas.current?.revealEdge(id);
  };
  return (
    <div className="comparison">
      <div className="comparison-canvas">
        <VersionCanvas ref={canvas} compared={compared} types={types} chosen={chosen} onChoose={choose} />
      </div>
      <div className="comparison-text">
        {isSingle ? null : <Changes compared={compared} chosen={chosen} onChoose={reveal} />}
        <section className="comparison-values" aria-label={t('values.title')}>
          <Values compared={compared} chosen={chosen} types={types} isSingle={isSingle} />
        </section>
      </div>
    </div>
  );
}

function Changes(props: Parameters<typeof ChangeList>[0]): ReactNode {
  const { t } = useTranslation('versions');
  const { isSame, nodes } = props.compared.diff;
  const hasMoved = nodes.some(({ status }) => status === 'moved');
  return (
    <div className="comparison-changes">
      {isSame ? <p className="quiet-text">{t(hasMoved ? 'onlyMoved' : 'same')}</p> : null}
      <ChangeList {...props} />
    </div>
  );
}

interface ValuesProps {
  readonly compared: ComparedWorkflows;
  readonly chosen: string | undefined;
  readonly types: TypeLookup;
  readonly isSingle: boolean;
}

function Values({ compared, chosen, types, isSingle }: ValuesProps): ReactNode {
  const { t } = useTranslation('versions');
  const { diff, nodes, wires } = compared;
  const plainPath = (path: ValueChange['path']): string => path.map((key) => (typeof key === 'number' ? `#${key + 1}` : key)).join(' › ');
  if (chosen === SETTINGS || chosen === FIELDS) {
    const isSettings = chosen === SETTINGS;
    return (
      <>
        <h3>{t(isSettings ? 'groups.settings' : 'groups.fields')}</h3>
        <ValueTable changes={isSettings ? diff.settings : diff.fields} labelOf={plainPath} />
      </>
    );
  }
  const wire = chosen === undefined ? undefined : wires.get(chosen);
  if (wire !== undefined) {
    const { source, target, sourceOutput, targetInput } = wire.edge;
    return (
      <>
        <h3 dir="auto">{t('wire', { source, target })}</h3>
        <p>{t(`values.wire.${wire.kind}`, { output: sourceOutput + 1, input: targetInput + 1 })}</p>
      </>
    );
  }
  const change = chosen === undefined ? undefined : nodes.get(chosen);
  if (change === undefined) return <p className="quiet-text">{t(isSingle ? 'values.chooseAny' : 'values.choose')}</p>;
  const node = change.after ?? change.before;
  const description = node === undefined ? undefined : types.description(node.type, node.typeVersion);
  const changes = valuesOf(change, isSingle);
  const labelOf = ([first, ...path]: ValueChange['path']): string =>
    first === 'parameters'
      ? parameterLabel(path, description)
      : [t(`fields.${first}`, { defaultValue: String(first) }), ...path].join(' › ');
  return (
    <>
      <h3 dir="auto">{node?.name}</h3>
      {changes.length === 0 ? <p className="quiet-text">{t(emptyText(change))}</p> : <ValueTable changes={changes} labelOf={labelOf} />}
    </>
  );
}

const emptyText = ({ status }: NodeChange) =>
  status === 'moved' ? 'values.moved' : status === 'same' ? 'values.same' : 'values.noParameters';

/** Returns the values that differ; all parameters of a node that only one version has. */
function valuesOf({ status, before, after, changes }: NodeChange, isSingle: boolean): readonly ValueChange[] {
  if (status === 'added' || isSingle) return valueChanges({}, after?.parameters ?? {}, ['parameters']);
  return status === 'removed' ? valueChanges(before?.parameters ?? {}, {}, ['parameters']) : changes;
}
