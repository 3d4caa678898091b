// A button with a searchable menu of entries to add.
import { Combobox } from '@base-ui/react/combobox';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../../../ui/icon.tsx';
import { OptionPopup, OptionRow } from '../options/option-popup.tsx';

interface AddEntry {
  readonly key: string;
  readonly label: string;
  readonly about?: string | undefined;
}

interface AddMenuProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly entries: readonly AddEntry[];
  readonly onPick: (key: string) => void;
}

export function AddMenu({ icon, label, entries, onPick }: AddMenuProps): ReactNode {
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
      <OptionPopup<AddEntry> label={label} isSearched>
        {(entry) => <OptionRow key={entry.key} value={entry} label={entry.label} about={entry.about} />}
      </OptionPopup>
    </Combobox.Root>
  );
}
