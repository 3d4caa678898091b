// Removes a user: their data is transferred or deleted.
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '../../../engine/contract/rest/users.ts';
import { usersApi } from '../../api/users.ts';
import { useAppDispatch } from '../../state/store.ts';
import { failureToast, toastShown } from '../../state/toasts.ts';
import type { OpenModal } from '../../state/ui-slice.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/floating/dialog.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { RadioRow } from '../../ui/fields/radio-row.tsx';
import { Select } from '../../ui/fields/select.tsx';
import './settings.css';

type Fate = 'transfer' | 'delete';

export interface DeleteUserModalProps {
  readonly modal: OpenModal<'delete-user'>;
  readonly onClose: () => void;
}

export function DeleteUserModal({ modal, onClose }: DeleteUserModalProps): ReactNode {
  const { data: users = [] } = usersApi.useListUsersQuery();
  const user = users.find(({ id }) => id === modal.activeId);
  return user === undefined ? null : <Removal user={user} otherUsers={users.filter((other) => other.id !== user.id)} onClose={onClose} />;
}

const nameOf = ({ fullName, email }: User): string => (fullName === '' ? (email ?? '') : fullName);

interface RemovalProps {
  readonly user: User;
  readonly otherUsers: readonly User[];
  readonly onClose: () => void;
}

function Removal({ user, otherUsers, onClose }: RemovalProps): ReactNode {
  const { t } = useTranslation('settings');
  const { t: common } = useTranslation();
  const dispatch = useAppDispatch();
  const [remove, { isLoading }] = usersApi.useDeleteUserMutation();
  const [fate, setFate] = useState<Fate>('transfer');
  const [heir, setHeir] = useState<string | null>(null);
  const [phrase, setPhrase] = useState('');
  const name = nameOf(user);
  // An invited user who has not signed up owns nothing.
  const hasData = !user.isPending;
  const isReady = !hasData || (fate === 'transfer' ? heir !== null : phrase === t('remove.phrase'));
  const apply = async (): Promise<void> => {
    const transferId = hasData && fate === 'transfer' && heir !== null ? heir : undefined;
    const { error } = await remove({ params: { id: user.id }, query: { transferId } });
    if (error !== undefined) return void dispatch(failureToast(t('remove.failed', { name }), error));
    dispatch(toastShown({ kind: 'success', title: t('remove.done', { name }) }));
    onClose();
  };
  const footer = (
    <>
      <Button disabled={isLoading} onClick={onClose}>
        {common('cancel')}
      </Button>
      <Button kind="danger" disabled={isLoading || !isReady} onClick={() => void apply()}>
        {t('remove.confirm', { name })}
      </Button>
    </>
  );
  return (
    <Dialog title={t('remove.title', { name })} isOpen isBusy={isLoading} onClose={onClose} width="460px" footer={footer}>
      {hasData ? (
        <div className="settings-form">
          <RadioRow
            label={t('remove.question')}
            value={fate}
            options={[
              { value: 'transfer', label: t('remove.transfer') },
              { value: 'delete', label: t('remove.delete') },
            ]}
            onChange={setFate}
          />
          {fate === 'transfer' ? (
            <HeirSelect value={heir} users={otherUsers} onChange={setHeir} />
          ) : (
            <TextField
              label={t('remove.typePhrase', { phrase: t('remove.phrase') })}
              value={phrase}
              onChange={setPhrase}
              autoComplete="off"
            />
          )}
        </div>
      ) : (
        <p>{t('remove.pendingText')}</p>
      )}
    </Dialog>
  );
}

interface HeirSelectProps {
  readonly value: string | null;
  readonly users: readonly User[];
  readonly onChange: (id: string | null) => void;
}

/** The user who receives what the removed one owns. */
function HeirSelect({ value, users, onChange }: HeirSelectProps): ReactNode {
  const { t } = useTranslation('settings');
  return (
    <Select
      label={t('remove.heir')}
      value={value}
      placeholder={t('remove.chooseHeir')}
      options={users.filter(({ isPending }) => !isPending).map((user) => ({ value: user.id, label: nameOf(user) }))}
      onChange={onChange}
    />
  );
}
