// Names of the owners of workflows, for the instance owner, who sees those of all members.
import { useTranslation } from 'react-i18next';
import { usersApi } from '../../api/users.ts';
import { selectUser } from '../../state/session.ts';
import { useAppSelector } from '../../state/store.ts';
import { ownerIdOf } from './folders/folder-tree.ts';
import type { OwnerNames } from './list-rows.ts';

/** `skip`: whether no owners are listed. */
export function useOwnerNames(skip: boolean): OwnerNames {
  const { t } = useTranslation('workflows');
  const user = useAppSelector(selectUser);
  const seesAll = !skip && user?.globalRole.name === 'owner';
  const { data: users = [] } = usersApi.useListUsersQuery(undefined, { skip: !seesAll });
  if (!seesAll || users.length < 2) return undefined;
  return (owned) => {
    const id = ownerIdOf(owned, user.id);
    if (id === user.id) return t('list.you');
    const owner = users.find((each) => each.id === id);
    return owner === undefined || owner.fullName.trim() === '' ? (owner?.email ?? '') : owner.fullName;
  };
}
