// Menu of the list of credentials: import, export, recovery key.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { mayDo } from '../../../engine/contract/permissions.ts';
import { selectUser } from '../../state/session.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { modalOpened } from '../../state/ui-slice.ts';
import { MoreActions, type MenuEntry } from '../../ui/floating/menu.tsx';

export function VaultMenu(): ReactNode {
  const { t } = useTranslation('vault');
  const dispatch = useAppDispatch();
  const role = useAppSelector(selectUser)?.globalRole.name;
  const entry = (name: 'export-credentials' | 'import-credentials' | 'recovery-key', label: string): MenuEntry => ({
    id: name,
    label,
    onSelect: () => dispatch(modalOpened({ name })),
  });
  const isHost = role !== undefined && mayDo(role, 'vault:manage');
  const entries = [
    entry('import-credentials', t('menu.import')),
    entry('export-credentials', t('menu.export')),
    ...(isHost ? ['line' as const, entry('recovery-key', t('menu.recoveryKey'))] : []),
  ];
  return <MoreActions label={t('menu.label')} entries={entries} />;
}
