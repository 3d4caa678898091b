// The popup of a combobox and its rows, shared by all selects of the form.
import '../../../../ui/fields/select.css';
import './option-picker.css';
import { Combobox } from '@base-ui/react/combobox';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../../ui/icon.tsx';
import { SafeHtml } from '../../../../ui/safe-html.tsx';

interface OptionPopupProps<T> {
  /** Accessible name of the list, unless its text field has one. */
  readonly label?: string;
  readonly isSearched: boolean;
  /** Shown if there are no options. */
  readonly emptyText?: string | undefined;
  /** Renders an option or a group. */
  readonly children: (option: T) => ReactNode;
}

/** Must be inside a Combobox.Root, which has the options. */
export function OptionPopup<T>({ label, isSearched, emptyText, children }: OptionPopupProps<T>): ReactNode {
  const { t } = useTranslation('params');
  return (
    <Combobox.Portal>
      <Combobox.Positioner className="floating-layer" sideOffset={4} align="start">
        <Combobox.Popup className="menu option-popup" aria-label={label}>
          {isSearched ? <Combobox.Input className="input option-search" placeholder={t('search')} aria-label={t('search')} /> : null}
          <Combobox.Empty className="option-empty">{emptyText ?? t('noOptions')}</Combobox.Empty>
          <Combobox.List className="option-list">{children}</Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}

interface OptionRowProps {
  readonly value: unknown;
  readonly label: string;
  /** Description, as HTML. */
  readonly about?: string | undefined;
}

export function OptionRow({ value, label, about }: OptionRowProps): ReactNode {
  return (
    <Combobox.Item value={value} className="menu-item option-item">
      <span className="option-text">
        <span>{label}</span>
        {about === undefined || about === label ? null : (
          <small>
            <SafeHtml html={about} />
          </small>
        )}
      </span>
      <Combobox.ItemIndicator className="select-mark">
        <Icon of={Check} size={14} />
      </Combobox.ItemIndicator>
    </Combobox.Item>
  );
}
