// A notice about who can open invitation links, derived from their address.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { addressesApi } from '../../api/addresses.ts';
import { isDesktop } from '../../transport/bridge.ts';
import { Notice } from '../../ui/notice.tsx';

/** Says that nobody else can open links, with how to change that. `tellsNetwork`: also says if they only work in the local network. */
export function ReachNotice({ tellsNetwork = false }: { readonly tellsNetwork?: boolean }): ReactNode {
  const { t } = useTranslation('settings');
  const { data } = addressesApi.useSharedEditorQuery(undefined, { refetchOnMountOrArgChange: true });
  if (data?.kind === 'loopback') {
    return (
      <Notice kind="warning" title={t('reach.hereTitle')}>
        {t(isDesktop ? 'reach.hereDesktop' : 'reach.here')}
      </Notice>
    );
  }
  return data?.kind === 'lan' && tellsNetwork ? <Notice>{t('reach.network', { url: data.url })}</Notice> : null;
}
