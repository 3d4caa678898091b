// A searchable select of options with descriptions.
import { Combobox } from '@base-ui/react/combobox';
import { ChevronDown } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PropertyOption } from '../../../../../engine/workflow/node-type.ts';
import { displayText } from '../../../../../engine/workflow/values/display-text.ts';
import { Icon } from '../../../../ui/icon.tsx';
import type { ParameterInputProps } from '../parameter-input.tsx';
import { OptionPopup, OptionRow } from './option-popup.tsx';

interface OptionPickerProps extends ParameterInputProps {
  readonly options: readonly PropertyOption[];
  /** Shown if there are no options. */
  readonly emptyText?: string | undefined;
  readonly isLoading?: boolean;
}

/** Minimum number of options for a search field. */
const SEARCHABLE = 8;

export function OptionPicker(props: OptionPickerProps): ReactNode {
  const { property, value, options, onChange, isDisabled, isInvalid, id, describedBy, onBlur, emptyText, isLoading } = props;
  const { t } = useTranslation('params');
  const chosen = useMemo(() => options.find((option) => option.value === value), [options, value]);
  // A value that is not one of the options is shown unchanged, so that it is preserved.
  const current = useMemo<PropertyOption | null>(
    () => chosen ?? (value === undefined || value === null || value === '' ? null : { name: displayText(value), value: value as string }),
    [chosen, value],
  );
  const isSearched = options.length >= SEARCHABLE;
  return (
    <Combobox.Root<PropertyOption>
      autoHighlight
      items={options}
      // Without a search box, Base UI would filter by the label of the previous choice.
      filter={isSearched ? undefined : null}
      value={current}
      disabled={isDisabled}
      itemToStringLabel={(option) => option.name}
      isItemEqualToValue={(left, right) => left.value === right.value}
      onValueChange={(option) => {
        if (option !== null) onChange(option.value);
      }}
      onOpenChange={(isOpen) => {
        // The value is not reported as missing if the list was empty.
        if (!isOpen && options.length > 0) onBlur();
      }}
    >
      <Combobox.Trigger
        id={id}
        className="button select option-picker"
        aria-labelledby={`${id}-label ${id}`}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
      >
        <span className="select-value" data-empty={current === null}>
          {current?.name ?? property.placeholder ?? t('choose')}
        </span>
        <Icon of={ChevronDown} size={14} />
      </Combobox.Trigger>
      <OptionPopup<PropertyOption>
        label={property.displayName}
        isSearched={isSearched}
        emptyText={isLoading === true ? t('loading') : emptyText}
      >
        {(option) => <OptionRow key={displayText(option.value)} value={option} label={option.name} about={option.description} />}
      </OptionPopup>
    </Combobox.Root>
  );
}
