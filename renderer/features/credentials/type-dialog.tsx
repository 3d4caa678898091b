// Chooses the type of a new credential from a searchable list.
import { useId, useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CredentialType } from '../../api/credentials.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/floating/dialog.tsx';
import { SearchField } from '../../ui/search.tsx';
import { Waiting } from '../../ui/page.tsx';
import { TypeTile } from './type-tile.tsx';

export interface TypeDialogProps {
  readonly types: readonly CredentialType[] | undefined;
  readonly onChoose: (name: string) => void;
  readonly onClose: () => void;
}

/** Returns the types whose names contain the text, by display name; those whose display name starts with it come first. */
export function foundTypes(types: readonly CredentialType[], search: string): readonly CredentialType[] {
  const wanted = search.trim().toLocaleLowerCase();
  const begins = ({ displayName }: CredentialType): number => (displayName.toLocaleLowerCase().startsWith(wanted) ? 0 : 1);
  return types
    .filter((type) => `${type.displayName}\n${type.name}`.toLocaleLowerCase().includes(wanted))
    .toSorted((one, other) => begins(one) - begins(other) || one.displayName.localeCompare(other.displayName));
}

export function TypeDialog({ types, onChoose, onClose }: TypeDialogProps): ReactNode {
  const { t } = useTranslation('credentials');
  const formId = useId();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string>();
  const found = foundTypes(types ?? [], search);
  const isShown = found.some(({ name }) => name === chosen);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (chosen !== undefined && isShown) onChoose(chosen);
  };
  // Arrow down moves from the search field to the list.
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>): void => {
    if (event.key !== 'ArrowDown' || !(event.target instanceof HTMLInputElement) || event.target.type !== 'search') return;
    event.preventDefault();
    const radios = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[type="radio"]')];
    const next = radios.find(({ checked }) => checked) ?? radios[0];
    next?.focus();
    if (next !== undefined) setChosen(next.value);
  };
  return (
    <Dialog
      title={t('types.title')}
      isOpen
      onClose={onClose}
      width="560px"
      footer={
        <Button type="submit" form={formId} kind="primary" disabled={!isShown}>
          {t('types.continue')}
        </Button>
      }
    >
      <form id={formId} className="credential-choice" onSubmit={submit} onKeyDown={onKeyDown}>
        <SearchField label={t('types.search')} value={search} onChange={setSearch} autoFocus />
        {types === undefined ? <Waiting /> : null}
        {types !== undefined && found.length === 0 ? <p className="quiet-text">{t('types.nothing', { search })}</p> : null}
        <div className="credential-types" role="radiogroup" aria-label={t('types.label')}>
          {found.map(({ name, displayName }) => (
            <label key={name} className="credential-type" onDoubleClick={() => onChoose(name)}>
              <input
                type="radio"
                name={`${formId}-type`}
                value={name}
                checked={name === chosen}
                className="visually-hidden"
                onChange={() => setChosen(name)}
              />
              <TypeTile type={name} displayName={displayName} isSmall />
              <span>{displayName}</span>
            </label>
          ))}
        </div>
      </form>
    </Dialog>
  );
}
