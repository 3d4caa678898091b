// Features that are announced where they will be, with a button that leads to their waiting list. The settings of the instance say which.
import { FileText, Server, UsersRound, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FakeDoor, Settings } from '../../../engine/contract/rest/editor.ts';
import { isWebPage } from '../../state/settings.ts';
import { Icon } from '../../ui/icon.tsx';
import { EmptyState } from '../../ui/page.tsx';

export const fakeDoorIcons: Readonly<Record<FakeDoor['id'], LucideIcon>> = { environments: Server, logging: FileText, sharing: UsersRound };

/** Returns the announced feature; undefined if it is not announced at this place. */
export const fakeDoorOf = (
  settings: Partial<Pick<Settings, 'fakeDoors'>> | undefined,
  id: string,
  location: FakeDoor['uiLocations'][number],
): FakeDoor | undefined =>
  settings?.fakeDoors?.find((door) => door.id === id && door.uiLocations.includes(location) && isWebPage(door.linkURL));

export function FakeDoorPanel({ door: { id, linkURL } }: { readonly door: FakeDoor }): ReactNode {
  const { t } = useTranslation();
  const join = (
    <a href={linkURL} target="_blank" rel="noreferrer" className="button" data-kind="primary">
      <Icon of={fakeDoorIcons[id]} />
      {t('coming.join')}
    </a>
  );
  return (
    <EmptyState title={t('coming.soon')} action={join}>
      {t(`coming.${id}.text`)}
    </EmptyState>
  );
}
