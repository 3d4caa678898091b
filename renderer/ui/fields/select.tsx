// Choices from a list, of one or several, opened by a button that shows the choice.
import './select.css';
import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';

export interface SelectProps<V extends string = string> {
  readonly label: string;
  readonly value: V | null;
  readonly options: readonly SelectOption<V>[];
  readonly onChange: (value: V) => void;
  /** Placeholder while nothing is chosen. */
  readonly placeholder?: string;
  readonly isDisabled?: boolean;
  /** Hides the label visually. */
  readonly isLabelHidden?: boolean;
}

export function Select<V extends string = string>(props: SelectProps<V>): ReactNode {
  const { label, value, options, onChange, placeholder, isDisabled = false, isLabelHidden = false } = props;
  return (
    <div className="field">
      <Base.Root<V>
        items={options}
        value={value}
        onValueChange={(next) => (next === null ? undefined : onChange(next))}
        disabled={isDisabled}
      >
        <Base.Label className={isLabelHidden ? 'visually-hidden' : 'field-label'}>{label}</Base.Label>
        <SelectList options={options} placeholder={placeholder} />
      </Base.Root>
    </div>
  );
}

export interface SelectOption<V extends string = string> {
  readonly value: V;
  readonly label: string;
}

export interface SelectListProps {
  readonly options: readonly SelectOption[];
  /** Accessible name of the button if it has no label. */
  readonly label?: string;
  /** Placeholder while nothing is chosen. */
  readonly placeholder?: string;
  /** Text of the button instead of the current choice. */
  readonly displayedText?: string;
}

/** The button. Must be inside a Select root. */
function SelectList({ options, label, placeholder, displayedText }: SelectListProps): ReactNode {
  return (
    <>
      <Base.Trigger className="button select" aria-label={label}>
        <Base.Value className="select-value" placeholder={placeholder}>
          {displayedText === undefined ? undefined : () => displayedText}
        </Base.Value>
        <Base.Icon className="select-icon">
          <Icon of={ChevronDown} size={14} />
        </Base.Icon>
      </Base.Trigger>
      <SelectPopup options={options} />
    </>
  );
}

/** An option of the list. A second text in a weaker color may follow the name; `title` contains the full text if the name is truncated. */
interface PopupOption<V> {
  readonly value: V;
  readonly label: string;
  readonly more?: string;
  readonly title?: string;
}

/** The list below the button. Must be inside a Select root. */
function SelectPopup<V extends string | number>({ options }: { readonly options: readonly PopupOption<V>[] }): ReactNode {
  return (
    <Base.Portal>
      <Base.Positioner className="floating-layer" sideOffset={6} alignItemWithTrigger={false}>
        <Base.Popup className="menu select-popup">
          <Base.List>
            {options.map(({ value, label, more, title }) => (
              <Base.Item key={value} value={value} className="menu-item" title={title}>
                <Base.ItemText className="select-text">{label}</Base.ItemText>
                {more === undefined ? null : <em className="select-more">{more}</em>}
                <Base.ItemIndicator className="select-mark">
                  <Icon of={Check} size={14} />
                </Base.ItemIndicator>
              </Base.Item>
            ))}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

export interface MultiSelectProps {
  /** Accessible name. */
  readonly label: string;
  readonly values: readonly string[];
  readonly options: readonly SelectOption[];
  readonly onChange: (values: readonly string[]) => void;
  /** Text of the button, such as `2 tags`. */
  readonly displayedText: string;
}

/** A multiple choice from a list, opened by a button that shows the number of choices. */
export function MultiSelect({ label, values, options, onChange, displayedText }: MultiSelectProps): ReactNode {
  return (
    <Base.Root<string, true> multiple items={options} value={[...values]} onValueChange={onChange}>
      <SelectList options={options} label={label} displayedText={displayedText} />
    </Base.Root>
  );
}

interface SmallSelectProps<V> {
  readonly label: string;
  readonly value: V;
  readonly options: readonly PopupOption<V>[];
  readonly onChange: (value: V) => void;
  /** Shown on the button in place of the choice. */
  readonly icon?: ReactNode;
}

/** A small select for pane headers, with a secondary text beside each option. */
export function SmallSelect<V extends string | number>({ label, value, options, onChange, icon }: SmallSelectProps<V>): ReactNode {
  const chosen = options.find((option) => option.value === value);
  return (
    <Base.Root<V> value={value} onValueChange={(next) => (next === null ? undefined : onChange(next))}>
      <Base.Trigger
        className="button select"
        data-size="small"
        aria-label={`${label}: ${chosen?.title ?? chosen?.label ?? ''} ${chosen?.more ?? ''}`.trim()}
        title={icon === undefined ? chosen?.title : `${label}: ${chosen?.label}`}
      >
        {icon ?? <span className="select-value">{chosen?.label}</span>}
        {icon !== undefined || chosen?.more === undefined ? null : <em className="select-more">{chosen.more}</em>}
        <Icon of={ChevronDown} size={14} />
      </Base.Trigger>
      <SelectPopup options={options} />
    </Base.Root>
  );
}
