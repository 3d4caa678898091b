// Opens the dialog that removes a user.
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '../../../engine/contract/rest/users.ts';
import { useAppDispatch } from '../../state/store.ts';
import { modalOpened } from '../../state/ui-slice.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

export function DeleteUserButton({ user }: { readonly user: User }): ReactNode {
  const { t } = useTranslation('settings');
  const dispatch = useAppDispatch();
  const name = user.fullName === '' ? user.email : user.fullName;
  return (
    <IconButton
      size="small"
      label={t('users.delete', { name })}
      onClick={() => dispatch(modalOpened({ name: 'delete-user', activeId: user.id }))}
    >
      <Icon of={Trash2} size={14} />
    </IconButton>
  );
}
