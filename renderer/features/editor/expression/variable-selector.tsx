// A searchable tree of the variables of an expression: input, parent nodes, parameters and names of the run.
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../../ui/search.tsx';
import { itemBase } from '../mapping/index.ts';
import { useOpenNode } from '../open-node/index.ts';
import { LATEST, outputItems } from '../runs/run-items.ts';
import { filtered, itemVariables, variableOf, type Variable } from './variables.ts';

/** Names of the run that are listed. */
const context = ['$now', '$today', '$itemIndex', '$runIndex', '$workflow.id', '$workflow.name', '$execution.id', '$prevNode.name'] as const;

function useVariables(): readonly Variable[] {
  const { t } = useTranslation('expression');
  const { input, selection, parents, workflow, run, parameters, node, evaluate } = useOpenNode();
  return useMemo(() => {
    const source = { workflow, runData: run.runData };
    const nodes = parents.map(({ name }) => {
      const base = itemBase(name, 2).replace(/\.item\.json$/, '');
      const items = outputItems(source, name, LATEST);
      return itemVariables(name, base, items?.[selection.item] ?? items?.[0]);
    });
    return [
      itemVariables(t('variables.input'), '$json', input.items?.[selection.item]),
      { name: t('variables.nodes'), children: nodes },
      { name: t('variables.parameters'), children: variableOf(node.name, '$parameter', parameters).children ?? [] },
      {
        name: t('variables.context'),
        children: context.map((code) => {
          const result = evaluate(`={{ ${code} }}`);
          return { name: code, code, ...(result.ok ? { preview: String(result.value) } : {}) };
        }),
      },
    ];
  }, [t, input, selection.item, parents, workflow, run.runData, parameters, node.name, evaluate]);
}

export function VariableSelector({ onPick }: { readonly onPick: (code: string) => void }): ReactNode {
  const { t } = useTranslation('expression');
  const [filter, setFilter] = useState('');
  const variables = useVariables();
  const visibleVariables = useMemo(() => filtered(variables, filter), [variables, filter]);
  return (
    <div className="variables">
      <SearchField label={t('variables.search')} value={filter} onChange={setFilter} />
      <div className="variables-tree">
        {visibleVariables.map((variable) => (
          <Branch key={variable.name} variable={variable} isOpen={filter !== '' || variable === variables[0]} depth={0} onPick={onPick} />
        ))}
        {visibleVariables.length === 0 ? <p className="param-hint">{t('variables.none')}</p> : null}
      </div>
    </div>
  );
}

interface BranchProps {
  readonly variable: Variable;
  readonly isOpen: boolean;
  readonly depth: number;
  readonly onPick: (code: string) => void;
}

function Branch({ variable, isOpen, depth, onPick }: BranchProps): ReactNode {
  const { t } = useTranslation('expression');
  const { name, code, preview, children, isTooLarge } = variable;
  const label = (
    <>
      <span className="variable-name">{name}</span>
      {preview === undefined ? null : <small>{preview}</small>}
    </>
  );
  const row =
    code === undefined ? (
      <span className="variable-row">{label}</span>
    ) : (
      <button
        type="button"
        className="variable-row"
        // Keeps the caret of the field.
        onMouseDown={(event) => event.preventDefault()}
        onClick={(event) => {
          event.preventDefault();
          onPick(code);
        }}
      >
        {label}
      </button>
    );
  if (isTooLarge === true)
    return (
      <div className="variable-leaf">
        {row} <small>{t('variables.tooLarge')}</small>
      </div>
    );
  if (children === undefined) return <div className="variable-leaf">{row}</div>;
  return (
    <details key={String(isOpen)} open={isOpen || depth === 0} className="variable-branch">
      <summary>{row}</summary>
      {children.length === 0 ? <p className="param-hint">{t('variables.empty')}</p> : null}
      {children.map((child) => (
        <Branch key={child.code ?? child.name} variable={child} isOpen={isOpen && depth > 0} depth={depth + 1} onPick={onPick} />
      ))}
    </details>
  );
}
