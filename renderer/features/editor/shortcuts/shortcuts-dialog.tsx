// Dialog with all keyboard shortcuts.
import './shortcuts.css';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/floating/dialog.tsx';
import { Keys } from '../../../ui/floating/keys.tsx';

export interface ShortcutGroup {
  readonly label: string;
  /** `keys` such as `Ctrl+Shift+Z`; a list for alternatives. */
  readonly entries: readonly { readonly label: string; readonly keys: string | readonly string[] }[];
}

export interface ShortcutsDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly groups: readonly ShortcutGroup[];
}

export function ShortcutsDialog({ isOpen, onClose, groups }: ShortcutsDialogProps): ReactNode {
  const { t } = useTranslation('creator');
  return (
    <Dialog title={t('shortcuts.title')} isOpen={isOpen} onClose={onClose} width="760px">
      <Groups groups={groups} />
    </Dialog>
  );
}

/** Can be focused, so that the arrow keys scroll it if it is longer than the window. */
function Groups({ groups }: Pick<ShortcutsDialogProps, 'groups'>): ReactNode {
  const { t } = useTranslation('creator');
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={list} className="shortcuts" role="group" aria-label={t('shortcuts.title')} tabIndex={0}>
      {groups.map((group) => (
        <Group key={group.label} group={group} />
      ))}
    </div>
  );
}

function Group({ group }: { readonly group: ShortcutGroup }): ReactNode {
  const id = useId();
  return (
    <section className="shortcuts-group" aria-labelledby={id}>
      <h3 id={id} className="shortcuts-title">
        {group.label}
      </h3>
      <dl className="shortcuts-list">
        {group.entries.map((entry) => (
          <div key={entry.label} className="shortcuts-line">
            <dt>{entry.label}</dt>
            <dd>
              {[entry.keys].flat().map((keys) => (
                <Keys key={keys} keys={keys} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
