// The list below a combobox and its rows: what all choices among options share.
import '../../../ui/select.css';
import './option-picker.css';
import { Combobox } from '@base-ui/react/combobox';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import { SafeHtml } from '../../../ui/safe-html.tsx';

export interface OptionPopupProps<T> {
  /** Names the list; absent where the field to type in does. */
  readonly label?: string;
  readonly isSearched: boolean;
  /** Shown where there is nothing to choose. */
  readonly emptyText?: string | undefined;
  /** Draws an option, or a group of them. */
  readonly children: (option: T) => ReactNode;
}

/** Stands within the root that knows the options. */
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

export interface OptionRowProps {
  readonly value: unknown;
  readonly label: string;
  /** What it means; marked-up text. */
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
