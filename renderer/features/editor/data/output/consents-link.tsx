// Leads from a refused file or command to the page on which these are allowed, for users who may open it.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { mayDo } from '../../../../../engine/contract/permissions.ts';
import type { ErrorData } from '../../../../../engine/contract/run-data.ts';
import { selectUser } from '../../../../state/session.ts';
import { useSettings } from '../../../../state/settings.ts';
import { useAppSelector } from '../../../../state/store.ts';

/** Shown if a file or a command was refused for lack of consent. */
export function ConsentsLink({ error }: { readonly error: Pick<ErrorData, 'code'> }): ReactNode {
  const { t } = useTranslation('editor');
  const { asksForConsent } = useSettings();
  const role = useAppSelector(selectUser)?.globalRole.name;
  if (error.code !== 'CONSENT_REFUSED') return null;
  if (asksForConsent !== true || role === undefined || !mayDo(role, 'consent:manage')) return null;
  return <Link to="/settings/consents">{t('execution.toConsents')}</Link>;
}
