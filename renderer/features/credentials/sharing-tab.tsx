// The users with whom a credential is shared.
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { usersApi } from '../../api/users.ts';
import { selectUser } from '../../state/session.ts';
import { useAppSelector } from '../../state/store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/floating/confirm.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState } from '../../ui/page.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { personName } from '../../lib/person-name.ts';
import type { CredentialDraft } from './use-credential-draft.ts';

export interface SharingTabProps {
  readonly draft: CredentialDraft;
  /** Closes the dialog; asks first if changes would be lost. Resolves with whether it was closed. */
  readonly onClose: () => Promise<boolean>;
}

export function SharingTab({ draft, onClose }: SharingTabProps): ReactNode {
  const { t } = useTranslation('credentials');
  const navigate = useNavigate();
  const user = useAppSelector(selectUser);
  const { saved, permissions } = draft;
  if (user?.isDefaultUser === true) {
    const setUp = (
      <Button
        onClick={async () => {
          if (await onClose()) void navigate('/setup?redirect=/credentials');
        }}
      >
        {t('sharing.setUp')}
      </Button>
    );
    return (
      <EmptyState title={t('sharing.aloneTitle')} action={setUp}>
        {t('sharing.aloneText')}
      </EmptyState>
    );
  }
  if (permissions.updateSharing) return <Sharing draft={draft} />;
  const name = saved?.ownedBy === undefined ? t('tip.someone') : personName(saved.ownedBy);
  return (
    <div className="credential-form">
      <Notice kind="info">{t('sharing.byOwner', { name })}</Notice>
      <People draft={draft} />
    </div>
  );
}

function Sharing({ draft }: { readonly draft: CredentialDraft }): ReactNode {
  const { t } = useTranslation('credentials');
  const confirm = useConfirm();
  const user = useAppSelector(selectUser);
  const { data: users } = usersApi.useListUsersQuery(undefined, { refetchOnMountOrArgChange: true });
  const { saved, sharedWith, change } = draft;
  const excludedIds = new Set([user?.id, saved?.ownedBy?.id, ...sharedWith.map(({ id }) => id)]);
  const candidates = users?.filter(({ id, isPending }) => !isPending && !excludedIds.has(id)) ?? [];
  const add = (id: string): void => {
    const candidate = candidates.find((other) => other.id === id);
    if (candidate === undefined) return;
    const { email, firstName, lastName } = candidate;
    change({ sharedWith: [...sharedWith, { id, email, firstName, lastName }] });
  };
  const remove = async (id: string, name: string): Promise<void> => {
    const question = { title: t('sharing.removeTitle', { name }), text: t('sharing.removeText'), confirmLabel: t('sharing.remove') };
    if (await confirm({ ...question, isDangerous: true })) change({ sharedWith: sharedWith.filter((person) => person.id !== id) });
  };
  return (
    <div className="credential-form">
      <p className="credential-about">{t('sharing.about')}</p>
      {users !== undefined && candidates.length === 0 ? (
        <p className="quiet-text">{t(sharedWith.length === 0 ? 'sharing.nobodyElse' : 'sharing.everybody')}</p>
      ) : (
        <Select
          label={t('sharing.add')}
          value={null}
          placeholder={t('sharing.choose')}
          options={candidates.map((other) => ({ value: other.id, label: personView(other) }))}
          onChange={add}
        />
      )}
      <People draft={draft} onRemove={(id, name) => void remove(id, name)} />
    </div>
  );
}

/** Returns name and e-mail address of a person. */
function personView(person: Parameters<typeof personName>[0]): string {
  const name = personName(person);
  return person.email === null || name === person.email ? name : `${name} (${person.email})`;
}

interface PeopleProps {
  readonly draft: CredentialDraft;
  readonly onRemove?: (id: string, name: string) => void;
}

function People({ draft, onRemove }: PeopleProps): ReactNode {
  const { t } = useTranslation('credentials');
  const { sharedWith } = draft;
  if (sharedWith.length === 0) return <p className="quiet-text">{t('sharing.nobody')}</p>;
  return (
    <ul className="credential-people" aria-label={t('sharing.people')}>
      {sharedWith.map((person) => (
        <li key={person.id}>
          <span>{personView(person)}</span>
          {onRemove === undefined ? null : (
            <IconButton
              size="small"
              label={t('sharing.removePerson', { name: personName(person) })}
              onClick={() => onRemove(person.id, personName(person))}
            >
              <Icon of={X} size={14} />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  );
}
