// A searchable select of comparison operators, grouped by type.
import { Combobox } from '@base-ui/react/combobox';
import { ChevronDown } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../../ui/icon.tsx';
import { OptionPopup, OptionRow } from '../options/option-popup.tsx';
import { operators, type Operator } from './filter-conditions.ts';

interface Entry {
  readonly operator: Operator;
  readonly label: string;
  /** Searchable text: the type and the label. */
  readonly search: string;
}

interface Group {
  readonly value: string;
  readonly items: readonly Entry[];
}

interface OperatorPickerProps {
  readonly operator: Operator;
  readonly isDisabled: boolean;
  readonly onChange: (operator: Operator) => void;
}

export function OperatorPicker({ operator, isDisabled, onChange }: OperatorPickerProps): ReactNode {
  const { t } = useTranslation('params');
  const groups = useMemo<readonly Group[]>(
    () =>
      operators.map(({ type, operations }) => ({
        value: t(`filter.types.${type}`),
        items: operations.map((each) => {
          const label = t([`filter.operations.${type}_${each.operation}`, `filter.operations.${each.operation}`]);
          return { operator: each, label, search: `${t(`filter.types.${type}`)} ${label}` };
        }),
      })),
    [t],
  );
  const current = groups
    .flatMap(({ items }) => items)
    .find((each) => each.operator.type === operator.type && each.operator.operation === operator.operation);
  return (
    <Combobox.Root<Entry>
      autoHighlight
      items={groups}
      value={current ?? null}
      disabled={isDisabled}
      itemToStringLabel={(entry) => entry.search}
      onValueChange={(entry) => {
        if (entry !== null) onChange(entry.operator);
      }}
    >
      <Combobox.Trigger
        className="button select option-picker"
        aria-label={`${t('filter.operator')}: ${current?.search ?? operator.operation}`}
      >
        <span className="select-value">
          <span className="operator-type">{t(`filter.types.${operator.type}`, operator.type)}</span> {current?.label ?? operator.operation}
        </span>
        <Icon of={ChevronDown} size={14} />
      </Combobox.Trigger>
      <OptionPopup<Group> label={t('filter.operator')} isSearched>
        {(group) => (
          <Combobox.Group key={group.value} items={group.items}>
            <Combobox.GroupLabel className="option-heading">{group.value}</Combobox.GroupLabel>
            <Combobox.Collection>
              {(entry: Entry) => <OptionRow key={entry.search} value={entry} label={entry.label} />}
            </Combobox.Collection>
          </Combobox.Group>
        )}
      </OptionPopup>
    </Combobox.Root>
  );
}
