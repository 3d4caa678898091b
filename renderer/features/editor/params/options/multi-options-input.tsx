// A select of multiple options.
import { Combobox } from '@base-ui/react/combobox';
import { ChevronDown, X } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PropertyOption } from '../../../../../engine/workflow/node-type.ts';
import { displayText } from '../../../../../engine/workflow/values/display-text.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { useFieldAction } from '../../open-node/index.ts';
import type { ParameterInputProps } from '../parameter-input.tsx';
import { OptionPopup, OptionRow } from './option-popup.tsx';
import { RemoteFrame, useOwnOptions } from './options-input.tsx';
import { isRemote, useRemoteOptions } from './use-remote-options.ts';

export function MultiOptionsInput(props: ParameterInputProps): ReactNode {
  return isRemote(props.property) ? <RemoteMulti {...props} /> : <OwnMulti {...props} />;
}

const OwnMulti = (props: ParameterInputProps): ReactNode => <Picker {...props} options={useOwnOptions(props)} />;

function RemoteMulti(props: ParameterInputProps): ReactNode {
  const remote = useRemoteOptions(props.property, props.path);
  useFieldAction(props.actions, 'refresh', remote.refresh);
  return (
    <RemoteFrame remote={remote} values={Array.isArray(props.value) ? props.value : []}>
      <Picker {...props} options={remote.options} isLoading={remote.isLoading} emptyText={remote.awaited} />
    </RemoteFrame>
  );
}

interface PickerProps extends ParameterInputProps {
  readonly options: readonly PropertyOption[];
  readonly isLoading?: boolean;
  /** Shown if there are no options. */
  readonly emptyText?: string | undefined;
}

function Picker(props: PickerProps): ReactNode {
  const { property, value, options, isLoading = false, emptyText, onChange, isDisabled, isInvalid, id, describedBy, onBlur } = props;
  const { t } = useTranslation('params');
  const values: readonly unknown[] = Array.isArray(value) ? value : [];
  // A value that is not one of the options stays chosen until it is removed.
  const chosen = useMemo(
    () =>
      values.map((each) => options.find((option) => option.value === each) ?? ({ name: displayText(each), value: each } as PropertyOption)),
    [values, options],
  );
  return (
    <Combobox.Root<PropertyOption, true>
      multiple
      items={options}
      value={chosen}
      disabled={isDisabled}
      itemToStringLabel={(option) => option.name}
      isItemEqualToValue={(left, right) => left.value === right.value}
      onValueChange={(next) => onChange(next.map((option) => option.value))}
      onOpenChange={(isOpen) => {
        if (!isOpen && options.length > 0) onBlur();
      }}
    >
      <div className="multi-picker" data-invalid={isInvalid}>
        <Combobox.Chips className="multi-chips">
          {chosen.map((option) => (
            <Combobox.Chip key={displayText(option.value)} className="multi-chip" aria-label={option.name}>
              {option.name}
              <Combobox.ChipRemove className="multi-remove" aria-label={t('remove', { name: option.name })}>
                <Icon of={X} size={11} />
              </Combobox.ChipRemove>
            </Combobox.Chip>
          ))}
          <Combobox.Input
            id={id}
            className="multi-input"
            aria-describedby={describedBy}
            aria-invalid={isInvalid}
            placeholder={chosen.length === 0 ? (property.placeholder ?? t('choose')) : ''}
          />
        </Combobox.Chips>
        <Combobox.Trigger className="multi-open" aria-label={t('open', { name: property.displayName })}>
          <Icon of={ChevronDown} size={14} />
        </Combobox.Trigger>
      </div>
      <OptionPopup<PropertyOption> isSearched={false} emptyText={isLoading ? t('loading') : emptyText}>
        {(option) => <OptionRow key={displayText(option.value)} value={option} label={option.name} about={option.description} />}
      </OptionPopup>
    </Combobox.Root>
  );
}
