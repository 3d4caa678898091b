// A button that adds something: at once where there is one choice, else from a menu that is found by typing.
import './option-picker.css';
import { Combobox } from '@base-ui/react/combobox';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import { SafeHtml } from './safe-html.tsx';

export interface AddEntry {
  readonly key: string;
  readonly label: string;
  readonly about?: string | undefined;
}

export interface AddMenuProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly entries: readonly AddEntry[];
  readonly onPick: (key: string) => void;
}

export function AddMenu({ icon, label, entries, onPick }: AddMenuProps): ReactNode {
  const { t } = useTranslation('params');
  return (
    <Combobox.Root<AddEntry>
      items={entries}
      value={null}
      itemToStringLabel={(entry) => entry.label}
      onValueChange={(entry) => {
        if (entry !== null) onPick(entry.key);
      }}
    >
      <Combobox.Trigger className="button param-add" data-size="small" aria-label={label}>
        <Icon of={icon} size={13} />
        {label}
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner className="floating-layer" sideOffset={4} align="start">
          <Combobox.Popup className="menu option-popup" aria-label={label}>
            <Combobox.Input className="input option-search" placeholder={t('search')} aria-label={t('search')} />
            <Combobox.Empty className="option-empty">{t('noOptions')}</Combobox.Empty>
            <Combobox.List className="option-list">
              {(entry: AddEntry) => (
                <Combobox.Item key={entry.key} value={entry} className="menu-item option-item">
                  <span className="option-text">
                    <span>{entry.label}</span>
                    {entry.about === undefined ? null : (
                      <small>
                        <SafeHtml html={entry.about} />
                      </small>
                    )}
                  </span>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
