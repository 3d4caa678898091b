// Chooses the type of a new credential from a searchable list.
import type { TFunction } from 'i18next';
import { useId, useMemo, useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CredentialType } from '../../api/credentials.ts';
import { editorApi } from '../../api/editor.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/floating/dialog.tsx';
import { SearchField } from '../../ui/search.tsx';
import { Waiting } from '../../ui/page.tsx';
import { baseOfTool, type NodeDescription } from '../../../engine/workflow/node-type.ts';
import { nodeUsers, type NodeUser } from './node-users.ts';
import { TypeTile } from './type-tile.tsx';

export interface TypeDialogProps {
  readonly types: readonly CredentialType[] | undefined;
  readonly onChoose: (name: string) => void;
  readonly onClose: () => void;
}

const none: readonly NodeDescription[] = [];

/** Returns the types whose names contain the text, by display name; those whose display name starts with it come first. */
export function matchingTypes(types: readonly CredentialType[], search: string): readonly CredentialType[] {
  const searchText = search.trim().toLocaleLowerCase();
  const prefixRank = ({ displayName }: CredentialType): number => (displayName.toLocaleLowerCase().startsWith(searchText) ? 0 : 1);
  return types
    .filter((type) => `${type.displayName}\n${type.name}`.toLocaleLowerCase().includes(searchText))
    .toSorted((one, other) => prefixRank(one) - prefixRank(other) || one.displayName.localeCompare(other.displayName));
}

export function TypeDialog({ types, onChoose, onClose }: TypeDialogProps): ReactNode {
  const { t } = useTranslation('credentials');
  const formId = useId();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string>();
  const matches = matchingTypes(types ?? [], search);
  const { data: nodeTypes = none } = editorApi.useNodeTypesQuery();
  // The first search result is preselected.
  const selectedType = matches.find(({ name }) => name === chosen) ?? (search.trim() === '' ? undefined : matches[0]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (selectedType !== undefined) onChoose(selectedType.name);
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
        <Button type="submit" form={formId} kind="primary" disabled={selectedType === undefined}>
          {t('types.continue')}
        </Button>
      }
    >
      <form id={formId} className="credential-choice" onSubmit={submit} onKeyDown={onKeyDown}>
        <SearchField label={t('types.search')} value={search} onChange={setSearch} autoFocus />
        {types === undefined ? <Waiting /> : null}
        {types !== undefined && matches.length === 0 ? <p className="quiet-text">{t('types.nothing', { search })}</p> : null}
        <div className="credential-types" role="radiogroup" aria-label={t('types.label')}>
          {matches.map((type) => (
            <TypeChoice
              key={type.name}
              group={`${formId}-type`}
              type={type}
              nodeTypes={nodeTypes}
              isChosen={type === selectedType}
              onTake={setChosen}
              onChoose={onChoose}
            />
          ))}
        </div>
      </form>
    </Dialog>
  );
}

interface TypeChoiceProps {
  /** Name of the radio group. */
  readonly group: string;
  readonly type: CredentialType;
  readonly nodeTypes: readonly NodeDescription[];
  readonly isChosen: boolean;
  readonly onTake: (name: string) => void;
  readonly onChoose: (name: string) => void;
}

function TypeChoice({ group, type, nodeTypes, isChosen, onTake, onChoose }: TypeChoiceProps): ReactNode {
  const { t } = useTranslation('credentials');
  const { name, displayName, connects } = type;
  const aboutId = useId();
  const about = useMemo(() => {
    const how = t(`types.about.${name}`, { defaultValue: connects === undefined ? '' : t('types.signIn') });
    const users = nodeTypes.length === 0 ? undefined : withoutVariants(nodeUsers(type, nodeTypes));
    return [how, users === undefined ? '' : usersText(users, t)].filter((text) => text !== '').join(' ');
  }, [t, type, name, connects, nodeTypes]);
  return (
    <label className="credential-type" onDoubleClick={() => onChoose(name)}>
      <input
        type="radio"
        name={group}
        value={name}
        checked={isChosen}
        className="visually-hidden"
        aria-label={displayName}
        aria-describedby={aboutId}
        onChange={() => onTake(name)}
      />
      <TypeTile type={name} displayName={displayName} isSmall />
      <span className="credential-type-texts">
        <span>{displayName}</span>
        <span id={aboutId} className="credential-type-about" title={about}>
          {about}
        </span>
      </span>
    </label>
  );
}

/** Leaves out the variants that are tools of agents. */
function withoutVariants(users: readonly NodeUser[]): readonly NodeUser[] {
  const names = new Set(users.map(({ name }) => name));
  return users.filter(({ name }) => !names.has(baseOfTool(name) ?? ''));
}

/** Maximum number of nodes that a description names. */
const NAMED = 3;

function usersText(users: readonly NodeUser[], t: TFunction<'credentials'>): string {
  if (users.length === 0) return t('types.unused');
  const names = users.slice(0, NAMED).map(({ displayName }) => displayName);
  const more = users.length - names.length;
  return more === 0 ? t('types.usedBy', { names: names.join(', ') }) : t('types.usedByMore', { names: names.join(', '), count: more });
}
