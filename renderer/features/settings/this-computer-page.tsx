// Settings of the desktop application: access from the network, the port, start and power.
import { Fragment, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { ComputerSettings, ComputerSwitch, ThisComputer } from '../../../engine/contract/desktop.ts';
import { computerApi } from '../../api/this-computer.ts';
import { selectIsInstalled, selectSwitches } from '../../state/desktop.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { failureToast } from '../../state/toasts.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy.tsx';
import { Switch, TextField, type SwitchProps } from '../../ui/fields/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card, Page, Waiting } from '../../ui/page.tsx';
import { NoPortNotice } from '../desktop/index.ts';
import './settings.css';

export function ThisComputerPage(): ReactNode {
  const { t } = useTranslation('settings');
  const { data, error, refetch } = computerApi.useGetThisComputerQuery();
  return (
    <Page title={t('computer.title')} isNarrow>
      {error === undefined ? null : (
        <Notice kind="error" title={t('computer.failed')} action={<Button onClick={() => void refetch()}>{t('users.retry')}</Button>}>
          {(error as RequestFailure).message}
        </Notice>
      )}
      {data === undefined && error === undefined ? <Waiting /> : null}
      {data === undefined ? null : <Settings computer={data} />}
    </Page>
  );
}

type Problem = { readonly type: 'noOwner' } | { readonly type: 'portTaken'; readonly port: number; readonly next: number };

interface PartProps {
  readonly computer: ThisComputer;
  readonly change: (changes: Partial<ComputerSettings>) => void;
}

function Settings({ computer }: { readonly computer: ThisComputer }): ReactNode {
  const { t } = useTranslation('settings');
  const dispatch = useAppDispatch();
  const [send] = computerApi.useChangeThisComputerMutation();
  const [problem, setProblem] = useState<Problem>();
  const change = (changes: Partial<ComputerSettings>): void => {
    void send(changes).then(({ data, error }) => {
      if (data === undefined) dispatch(failureToast(t('computer.changeFailed'), error));
      else setProblem(data.type === 'done' ? undefined : data);
    });
  };
  return (
    <>
      <Card title={t('computer.network')}>
        <Lan computer={computer} change={change} />
        {problem?.type === 'noOwner' ? <OwnerNotice /> : null}
        <NoPortNotice isAtPort />
        <PortField key={computer.port} computer={computer} change={change} />
        {problem?.type === 'portTaken' ? (
          <Notice
            kind="warning"
            action={<Button onClick={() => change({ port: problem.next })}>{t('computer.usePort', { port: problem.next })}</Button>}
          >
            {t('computer.portTaken', { port: problem.port })}
          </Notice>
        ) : null}
      </Card>
      <Switches title={t('computer.application')} names={['startsAtLogin', 'closesToTray']} change={change} />
      <Switches title={t('computer.power')} names={['keepsAwake', 'pausesOnBattery']} change={change} />
    </>
  );
}

function Lan({ computer, change }: PartProps): ReactNode {
  const { t } = useTranslation('settings');
  const { isOnLan, addresses } = computer;
  return (
    <>
      <LabeledSwitch label={t('computer.lan')} isOn={isOnLan} onChange={(isOn) => change({ isOnLan: isOn })} />
      <span className="field-hint">{t('computer.lanHint')}</span>
      {isOnLan && addresses.length === 0 ? <Notice kind="info">{t('computer.noNetwork')}</Notice> : null}
      {addresses.map(({ url, qrCode, kind, interfaceName, isGlobal }) => (
        <div key={url} className="computer-address">
          <div>
            <CopyField label={t('computer.address', { kind: t(`computer.networks.${kind}`), name: interfaceName })} text={url} />
            {isGlobal ? <span className="field-hint">{t('computer.globalAddress')}</span> : null}
            {kind === 'virtual' ? <span className="field-hint">{t('computer.virtualAddress')}</span> : null}
          </div>
          <img src={qrCode} width={128} height={128} alt={t('computer.qrCode', { url })} />
        </div>
      ))}
    </>
  );
}

function OwnerNotice(): ReactNode {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  const setUp = (): void =>
    void navigate(`/setup?${new URLSearchParams({ redirect: '/settings/this-computer', for: 'account' }).toString()}`);
  return (
    <Notice kind="warning" action={<Button onClick={setUp}>{t('computer.setUp')}</Button>}>
      {t('computer.needsOwner')}
    </Notice>
  );
}

const LAST_PORT = 65_535;

function PortField({ computer: { port }, change }: PartProps): ReactNode {
  const { t } = useTranslation('settings');
  const [text, setText] = useState(port === 0 ? '' : String(port));
  const [isRejected, setRejected] = useState(false);
  const submit = (): void => {
    const newPort = Number(text);
    const isValid = /^\d+$/.test(text) && newPort >= 1 && newPort <= LAST_PORT;
    setRejected(!isValid);
    if (isValid && newPort !== port) change({ port: newPort });
  };
  return (
    <form
      className="row"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        label={t('computer.port')}
        value={text}
        onChange={setText}
        error={isRejected ? t('computer.portInvalid') : undefined}
        hint={t('computer.portHint')}
      />
      <Button type="submit">{t('computer.changePort')}</Button>
    </form>
  );
}

interface SwitchesProps extends Pick<PartProps, 'change'> {
  readonly title: string;
  readonly names: readonly ComputerSwitch[];
}

function Switches({ title, names, change }: SwitchesProps): ReactNode {
  const { t } = useTranslation('settings');
  // The application's menu changes them, too.
  const switches = useAppSelector(selectSwitches);
  const isInstalled = useAppSelector(selectIsInstalled);
  if (switches === undefined) return null;
  return (
    <Card title={title}>
      {names.map((name) => (
        <Fragment key={name}>
          <LabeledSwitch
            label={t(`computer.${name}`)}
            isOn={switches[name]}
            isDisabled={name === 'startsAtLogin' && !isInstalled}
            onChange={(isOn) => change({ [name]: isOn })}
          />
          {name === 'startsAtLogin' && !isInstalled ? <span className="field-hint">{t('computer.notInstalled')}</span> : null}
        </Fragment>
      ))}
      {names.includes('pausesOnBattery') ? <span className="field-hint">{t('computer.pausesOnBatteryHint')}</span> : null}
    </Card>
  );
}

/** A click on the text switches too; screen readers read the switch's own label. */
function LabeledSwitch(props: SwitchProps): ReactNode {
  const { label, isOn, onChange, isDisabled = false } = props;
  return (
    <div className="computer-switch">
      <Switch {...props} />
      <span aria-hidden data-disabled={isDisabled || undefined} onClick={() => (isDisabled ? undefined : onChange(!isOn))}>
        {label}
      </span>
    </div>
  );
}
