// A link from a denied file or command to the page where it can be allowed, for users who may open that page.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { mayDo } from '../../../../engine/contract/permissions.ts';
import { selectUser } from '../../../state/session.ts';
import { useSettings } from '../../../state/settings.ts';
import { useAppSelector } from '../../../state/store.ts';

/** For errors with the code CONSENT_REFUSED. */
export function ConsentsLink(): ReactNode {
  const { t } = useTranslation('editor');
  const { asksForConsent } = useSettings();
  const role = useAppSelector(selectUser)?.globalRole.name;
  if (asksForConsent !== true || role === undefined || !mayDo(role, 'consent:manage')) return null;
  return <Link to="/settings/consents">{t('execution.toConsents')}</Link>;
}
