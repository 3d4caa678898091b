// A list of conditions, each with a left value, an operator and a right value, combined by AND or OR.
import { withTaken } from '../../../../../engine/contract/exact-values.ts';
import { isExpression } from '../../../../../engine/contract/json.ts';
import { Plus } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PropertyType } from '../../../../../engine/workflow/node-type.ts';
import { isRecord } from '../../../../../engine/workflow/values/own-properties.ts';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Segments } from '../../../../ui/toolbar.tsx';
import { useOpenNode } from '../../open-node/index.ts';
import { ParameterField, type ParameterInputProps } from '../parameter-input.tsx';
import { records } from './entries.ts';
import { EntryCard } from './entry-card.tsx';
import { useFocusAdded } from './focus-added.ts';
import { conditionsOf, newCondition, operatorFor, rightInputOf, withOperator, writtenRight, type Condition } from './filter-conditions.ts';
import { OperatorPicker } from './operator-picker.tsx';

export function FilterInput({ property, path, value, onChange, isDisabled }: ParameterInputProps): ReactNode {
  const { t } = useTranslation('params');
  const { box, adds } = useFocusAdded();
  const { conditions, combinators, combinator, isFull, write, add, remove, change } = useFilter({ property, value, onChange, isDisabled });
  return (
    <div className="param" data-frame="group" data-type="filter">
      <div className="param-head">
        <span className="param-label">{property.displayName}</span>
        <span className="param-grow" />
        {combinators.length > 1 ? (
          <Segments
            label={t('filter.combine')}
            value={combinator}
            options={combinators.map((each) => ({ value: each, label: t(`filter.${each}`) }))}
            onChange={(next) => (isDisabled ? undefined : write({ combinator: next }))}
          />
        ) : null}
      </div>
      <div ref={box} className="param-group">
        {conditions.map((condition, index) => (
          <EntryCard
            key={condition.id === '' ? index : condition.id}
            name={t('filter.condition', { number: index + 1 })}
            isDisabled={isDisabled}
            onRemove={() => remove(index)}
          >
            <ConditionFields
              path={`${path}.conditions[${index}]`}
              condition={condition}
              isDisabled={isDisabled}
              onChange={(next) => change(index, next)}
            />
          </EntryCard>
        ))}
        {isDisabled || isFull ? null : (
          <Button
            size="small"
            className="param-add"
            onClick={() => {
              adds();
              add();
            }}
          >
            <Icon of={Plus} size={13} />
            {property.placeholder ?? t('filter.add')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The conditions of a filter parameter, with functions that change them. */
function useFilter({ property, value, onChange, isDisabled }: Pick<ParameterInputProps, 'property' | 'value' | 'onChange' | 'isDisabled'>) {
  const { editor, evaluate } = useOpenNode();
  const filter = isRecord(value) ? value : {};
  const [blank] = useState(() => newCondition(editor.newId()));
  // A new node shows an empty condition, which is stored once it is edited.
  const isNew = filter['conditions'] === undefined && !isDisabled;
  const conditions = isNew ? [blank] : conditionsOf(value);
  // The other conditions are stored unchanged.
  const stored: readonly unknown[] = isNew ? [blank] : records(filter['conditions']);
  const rules = isRecord(property.typeOptions?.['filter']) ? property.typeOptions['filter'] : {};
  const combinators = (Array.isArray(rules['allowedCombinators']) ? rules['allowedCombinators'] : ['and', 'or']) as readonly (
    | 'and'
    | 'or'
  )[];
  const most = typeof rules['maxConditions'] === 'number' ? rules['maxConditions'] : Infinity;
  const resolved = (rule: unknown): unknown => {
    if (!isExpression(rule)) return rule;
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
    onChange({ combinator: combinators[0] ?? 'and', ...filter, options: rulesNow, conditions: stored, ...change });
  useRules(JSON.stringify(rulesNow), () => {
    if (!isDisabled && filter['conditions'] !== undefined && conditions.length > 0) write({});
  });
  const change = (index: number, condition: Condition): void => write({ conditions: stored.with(index, condition) });
  const add = (): void => write({ conditions: [...stored, newCondition(editor.newId())] });
  const remove = (index: number): void => write({ conditions: stored.toSpliced(index, 1) });
  return {
    conditions,
    combinators,
    combinator: filter['combinator'] === 'or' ? 'or' : 'and',
    isFull: conditions.length >= most,
    write,
    add,
    remove,
    change,
  } as const;
}

/** Updates the comparison options stored with the value when the related parameters change, but not when the node is opened. */
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
  const { evaluate } = useOpenNode();
  const { operator } = condition;
  const rightInput = useRightInput(condition);
  // Replacing a fixed value by a field determines the operator.
  const changeLeft = (leftValue: unknown): void => {
    const next = { ...condition, leftValue };
    const preview = isWholeExpression(leftValue) && !isExpression(condition.leftValue) ? evaluate(leftValue) : undefined;
    onChange(preview?.ok === true ? withOperator(next, operatorFor(preview.value, operator)) : next);
  };
  return (
    <>
      <ParameterField
        property={{ displayName: t('filter.value'), name: 'leftValue', type: 'string', default: '', placeholder: t('filter.valueHint') }}
        path={`${path}.leftValue`}
        value={condition.leftValue}
        isDisabled={isDisabled}
        onChange={changeLeft}
      />
      <div className="condition-row" data-single={operator.singleValue === true}>
        <OperatorPicker operator={operator} isDisabled={isDisabled} onChange={(next) => onChange(withOperator(condition, next))} />
        {operator.singleValue === true ? null : (
          <ParameterField
            property={{ displayName: t('filter.other'), name: 'rightValue', type: rightInput, default: '' }}
            path={`${path}.rightValue`}
            value={condition.rightValue}
            isDisabled={isDisabled}
            isCompact
            onChange={(value) =>
              onChange(withTaken(condition, 'rightValue', rightInput === 'string' ? writtenRight(condition, value) : value))
            }
          />
        )}
      </div>
    </>
  );
}

/** Whether an expression returns its value unchanged. Text around the braces would turn the value into text. */
const isWholeExpression = (value: unknown): value is string => isExpression(value) && /^=\{\{(?:(?!\}\}).)+\}\}$/s.test(value);

/** Returns the type of the right field. It changes only with the operator, so that the field is not replaced while the user types. */
function useRightInput(condition: Condition): PropertyType {
  const { type, operation } = condition.operator;
  const drawn = useRef<{ readonly operator: string; readonly input: PropertyType }>(undefined);
  const operator = `${type} ${operation}`;
  if (drawn.current?.operator !== operator) drawn.current = { operator, input: rightInputOf(condition) };
  return drawn.current.input;
}
