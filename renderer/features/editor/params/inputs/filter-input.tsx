// The builder of conditions: a value, how it is compared, and with what; all of them or any.
import { Plus } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isRecord } from '../../../../../engine/workflow/own-properties.ts';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { useNodeView } from '../../node-view/node-view-context.tsx';
import { Segments } from '../../node-view/segments.tsx';
import { EntryCard } from '../entry-card.tsx';
import { conditionsOf, inputTypeOf, newCondition, withOperator, type Condition } from '../filter-conditions.ts';
import { OperatorPicker } from '../operator-picker.tsx';
import { ParameterField } from '../nested-field.tsx';
import type { ParameterInputProps } from '../parameter-input.ts';
import { records } from '../records.ts';

export function FilterInput({ property, path, value, onChange, isDisabled }: ParameterInputProps): ReactNode {
  const { t } = useTranslation('params');
  const { editor, evaluate } = useNodeView();
  const given = isRecord(value) ? value : {};
  const [blank] = useState(() => newCondition(editor.newId()));
  // A new node begins with a condition to fill in; it is kept once something is written.
  const isNew = given['conditions'] === undefined && !isDisabled;
  const conditions = isNew ? [blank] : conditionsOf(value);
  // Others than the one that is changed stay as the file holds them.
  const stored: readonly unknown[] = isNew ? [blank] : records(given['conditions']);
  const rules = isRecord(property.typeOptions?.['filter']) ? property.typeOptions['filter'] : {};
  const combinators = (Array.isArray(rules['allowedCombinators']) ? rules['allowedCombinators'] : ['and', 'or']) as readonly (
    | 'and'
    | 'or'
  )[];
  const most = typeof rules['maxConditions'] === 'number' ? rules['maxConditions'] : Infinity;
  const resolved = (rule: unknown): unknown => {
    if (typeof rule !== 'string' || !rule.startsWith('=')) return rule;
    const preview = evaluate(rule);
    return preview.ok ? preview.value : undefined;
  };
  const rulesNow = {
    caseSensitive: resolved(rules['caseSensitive']) ?? true,
    leftValue: '',
    typeValidation: resolved(rules['typeValidation']) ?? 'strict',
    version: resolved(rules['version']) ?? 1,
  };
  const write = (change: { readonly conditions?: readonly unknown[]; readonly combinator?: string }): void =>
    onChange({ combinator: combinators[0] ?? 'and', ...given, options: rulesNow, conditions: stored, ...change });
  useRules(JSON.stringify(rulesNow), () => {
    if (!isDisabled && given['conditions'] !== undefined && conditions.length > 0) write({});
  });
  const change = (index: number, condition: Condition): void => write({ conditions: stored.with(index, condition) });
  return (
    <div className="param" data-frame="group" data-type="filter">
      <div className="param-head">
        <span className="param-label">{property.displayName}</span>
        <span className="param-grow" />
        {combinators.length > 1 ? (
          <Segments
            label={t('filter.combine')}
            value={given['combinator'] === 'or' ? 'or' : 'and'}
            options={combinators.map((each) => ({ value: each, label: t(`filter.${each}`) }))}
            onChange={(combinator) => (isDisabled ? undefined : write({ combinator }))}
          />
        ) : null}
      </div>
      <div className="param-group">
        {conditions.map((condition, index) => (
          <EntryCard
            key={condition.id === '' ? index : condition.id}
            name={t('filter.condition', { number: index + 1 })}
            isDisabled={isDisabled}
            onRemove={() => write({ conditions: stored.toSpliced(index, 1) })}
          >
            <ConditionFields
              path={`${path}.conditions[${index}]`}
              condition={condition}
              isDisabled={isDisabled}
              onChange={(next) => change(index, next)}
            />
          </EntryCard>
        ))}
        {isDisabled || conditions.length >= most ? null : (
          <Button size="small" className="param-add" onClick={() => write({ conditions: [...stored, newCondition(editor.newId())] })}>
            <Icon of={Plus} size={13} />
            {property.placeholder ?? t('filter.add')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The file keeps how strictly is compared: it follows the options beside the conditions, but is not touched by looking. */
function useRules(rules: string, onChanged: () => void): void {
  const before = useRef(rules);
  useEffect(() => {
    if (before.current === rules) return;
    before.current = rules;
    onChanged();
  });
}

interface ConditionFieldsProps {
  readonly path: string;
  readonly condition: Condition;
  readonly isDisabled: boolean;
  readonly onChange: (condition: Condition) => void;
}

function ConditionFields({ path, condition, isDisabled, onChange }: ConditionFieldsProps): ReactNode {
  const { t } = useTranslation('params');
  const { operator } = condition;
  return (
    <>
      <ParameterField
        property={{ displayName: t('filter.value'), name: 'leftValue', type: 'string', default: '', placeholder: t('filter.valueHint') }}
        path={`${path}.leftValue`}
        value={condition.leftValue}
        isDisabled={isDisabled}
        onChange={(leftValue) => onChange({ ...condition, leftValue })}
      />
      <div className="condition-row" data-single={operator.singleValue === true}>
        <OperatorPicker operator={operator} isDisabled={isDisabled} onChange={(next) => onChange(withOperator(condition, next))} />
        {operator.singleValue === true ? null : (
          <ParameterField
            property={{
              displayName: t('filter.other'),
              name: 'rightValue',
              type: inputTypeOf(operator.rightType ?? operator.type),
              default: '',
            }}
            path={`${path}.rightValue`}
            value={condition.rightValue}
            isDisabled={isDisabled}
            isCompact
            onChange={(rightValue) => onChange({ ...condition, rightValue })}
          />
        )}
      </div>
    </>
  );
}
