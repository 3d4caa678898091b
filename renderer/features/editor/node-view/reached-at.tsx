// Where the open node's URLs can be reached: from this computer, from its network and from outside, each with a check.
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstanceAddress, Reachability } from '../../../../engine/contract/rest/addresses.ts';
import { addressesApi } from '../../../api/addresses.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy.tsx';

/** `path`: rest of the URL after the base. */
export function ReachedAt({ path }: { readonly path: string }): ReactNode {
  const { t } = useTranslation('nodeView');
  const { data: addresses = [] } = addressesApi.useAddressesQuery();
  if (addresses.length === 0) return null;
  return (
    <details className="reached-at">
      <summary>{t('webhooks.reachedAt')}</summary>
      {addresses.map((address) => (
        <Address key={`${address.kind} ${address.url}`} address={address} path={path} />
      ))}
      {addresses.some(({ kind }) => kind === 'public') ? null : <span className="field-hint">{t('webhooks.notPublic')}</span>}
    </details>
  );
}

function Address({ address: { kind, url }, path }: { readonly address: InstanceAddress; readonly path: string }): ReactNode {
  const { t } = useTranslation('nodeView');
  const [check, { isLoading }] = addressesApi.useCheckAddressMutation();
  const [reachability, setReachability] = useState<Reachability>();
  const id = useId();
  const isSound = reachability?.result === 'reachable';
  return (
    <div className="reached-at-address">
      <CopyField label={t(`webhooks.from.${kind}`)} text={`${url}${path}`} />
      <Button
        size="small"
        disabled={isLoading}
        aria-label={t('webhooks.checkAddress', { address: url })}
        aria-describedby={id}
        onClick={() =>
          void check({ body: { url } })
            .unwrap()
            .then(setReachability, () => setReachability({ result: 'unreachable' }))
        }
      >
        {t('webhooks.check')}
      </Button>
      <span id={id} role="status" className="reached-at-result" data-sound={reachability === undefined ? undefined : isSound}>
        {isLoading
          ? t('webhooks.checking')
          : reachability === undefined
            ? ''
            : t(`webhooks.found.${reachability.result}`, { reason: reachability.reason ?? '' })}
      </span>
    </div>
  );
}
