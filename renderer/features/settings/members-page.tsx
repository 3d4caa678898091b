// The servers and commands that share the database: version, executions, load and lease. Refreshed while the page is visible.
import { Check, Clock, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Member } from '../../../engine/contract/rest/members.ts';
import { membersApi } from '../../api/members.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { WaitingRows } from '../../ui/table.tsx';
import { Status, Tag } from '../../ui/tag.tsx';
import '../../ui/table.css';
import './settings.css';

/** Milliseconds between two requests. Members renew their leases as often. */
const REFRESH = 2000;
/** Milliseconds without a renewal until a lease is shown to run out: three renewals were missed. */
const LATE = 6000;

export function MembersPage(): ReactNode {
  const { t } = useTranslation('settings');
  const options = { pollingInterval: REFRESH, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true };
  const { data, error, refetch } = membersApi.useListMembersQuery(undefined, options);
  const isAlone = data !== undefined && data.filter(({ kind }) => kind === 'server').length === 1;
  return (
    <Page title={t('members.title')}>
      <p>{t('members.text')}</p>
      {error === undefined ? null : (
        <Notice kind="error" title={t('members.failed')} action={<Button onClick={() => void refetch()}>{t('users.retry')}</Button>}>
          {(error as RequestFailure).message}
        </Notice>
      )}
      {isAlone ? (
        <Notice kind="info" title={t('members.aloneTitle')}>
          {t('members.alone')}
        </Notice>
      ) : null}
      {data === undefined && error !== undefined ? null : <MemberTable members={data} />}
    </Page>
  );
}

function MemberTable({ members }: { readonly members: readonly Member[] | undefined }): ReactNode {
  const { t } = useTranslation('settings');
  const columns = ['member', 'version', 'runs', 'workflows', 'load', 'lease'] as const;
  return (
    // Reached by keyboard, because it scrolls in narrow windows.
    <div className="table-frame" tabIndex={0} role="region" aria-label={t('members.title')}>
      <table className="table members" aria-label={t('members.title')}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`members.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {members === undefined ? <WaitingRows columns={columns.length} /> : null}
          {members?.map((member) => (
            <MemberRow key={member.id} member={member} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function MemberRow({ member }: { readonly member: Member }): ReactNode {
  const { t, i18n } = useTranslation('settings');
  const { place, kind, isThis, startedAt, workflows, state } = member;
  // A computer's name has no colon; a folder may have some.
  const [computer = '', ...folder] = place.split(':');
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' });
  return (
    <tr>
      <td className="table-main">
        <span className="row">
          <span className="members-place" title={computer}>
            {computer}
          </span>
          {isThis ? <Tag>{t('members.this')}</Tag> : null}
          {kind === 'command' ? <Tag>{t('members.command')}</Tag> : null}
        </span>
        <div className="table-sub members-place" title={folder.join(':')}>
          {folder.join(':')}
        </div>
      </td>
      <td className="table-data">
        {state?.version ?? '–'}
        <div className="table-sub">
          {t('members.started')} <RelativeTime at={startedAt} />
        </div>
      </td>
      <td className="table-data">
        <Runs state={state} />
      </td>
      <td className="table-data">{kind === 'command' ? '–' : workflows}</td>
      <td className="table-data">{state === null ? '–' : percent.format(state.load)}</td>
      <td className="table-tight">
        <LeaseStatus member={member} />
      </td>
    </tr>
  );
}

/** Number of executions, and how many production executions may run at the same time if there is a limit. */
function Runs({ state }: Pick<Member, 'state'>): ReactNode {
  const { t } = useTranslation('settings');
  if (state === null) return '–';
  const { runs, slots } = state;
  if (slots === null) return runs;
  return slots === 0 ? t('members.noProduction', { runs }) : t('members.runsOf', { runs, slots });
}

function LeaseStatus({ member: { seenAgo, lease } }: { readonly member: Member }): ReactNode {
  const { t } = useTranslation('settings');
  if (seenAgo >= lease) {
    return (
      <Status kind="bad" icon={<Icon of={TriangleAlert} size={14} />}>
        {t('members.expired')}
      </Status>
    );
  }
  if (seenAgo >= LATE) {
    return (
      <Status kind="wait" icon={<Icon of={Clock} size={14} />}>
        {t('members.late', { seconds: Math.ceil((lease - seenAgo) / 1000) })}
      </Status>
    );
  }
  return (
    <Status kind="ok" icon={<Icon of={Check} size={14} />}>
      {t('members.alive')}
    </Status>
  );
}
