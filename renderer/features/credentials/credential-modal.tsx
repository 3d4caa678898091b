// The dialog of a credential: choosing its type, editing, testing, saving and deleting it.
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CREDENTIAL_NAME_LENGTH, STORED_SECRET } from '../../../engine/contract/rest/credentials.ts';
import { credentialsApi, useCredentialTypes, type CredentialType } from '../../api/credentials.ts';
import { useAppDispatch } from '../../state/store.ts';
import { failureToast, toastShown } from '../../state/toasts.ts';
import type { OpenModal } from '../../state/ui-slice.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OutsideLink } from '../../ui/outside-link.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { CredentialForm, missingFields, withDefaults, type CredentialValues } from './credential-form.tsx';
import './credentials.css';

interface CredentialModalProps {
  readonly modal: OpenModal<'credential'>;
  readonly onClose: () => void;
}

const WIDTH = '560px';

export function CredentialModal({ modal, onClose }: CredentialModalProps): ReactNode {
  const { t } = useTranslation('credentials');
  const types = useCredentialTypes();
  const [chosen, setChosen] = useState(modal.type);
  const { data: saved, error } = credentialsApi.useGetCredentialQuery(modal.activeId ?? '', { skip: modal.activeId === undefined });
  const type = types?.find(({ name }) => name === (saved?.type ?? chosen));
  const { data: fresh } = credentialsApi.useNewCredentialNameQuery(t('newName', { type: type?.displayName ?? '' }), {
    skip: modal.activeId !== undefined || type === undefined,
  });
  if (modal.activeId === undefined && chosen === undefined) return <TypeDialog types={types} onChoose={setChosen} onClose={onClose} />;
  const problem = error === undefined ? undefined : (error as RequestFailure).message;
  const name = saved?.name ?? fresh?.name;
  if (type !== undefined && name !== undefined && (modal.activeId === undefined || saved !== undefined)) {
    return <EditDialog id={saved?.id} type={type} name={name} data={saved?.data ?? {}} onClose={onClose} />;
  }
  const isUnknown = types !== undefined && type === undefined && (modal.activeId === undefined || saved !== undefined);
  return (
    <Dialog title={t('title')} isOpen onClose={onClose} width={WIDTH}>
      {problem !== undefined || isUnknown ? (
        <Notice kind="error" title={t('loadFailed')}>
          {problem ?? t('unknownType', { type: saved?.type ?? chosen })}
        </Notice>
      ) : (
        <Waiting />
      )}
    </Dialog>
  );
}

interface TypeDialogProps {
  readonly types: readonly CredentialType[] | undefined;
  readonly onChoose: (name: string) => void;
  readonly onClose: () => void;
}

function TypeDialog({ types, onChoose, onClose }: TypeDialogProps): ReactNode {
  const { t } = useTranslation('credentials');
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = types
    ?.filter((type) => !needsConnecting(type) && `${type.displayName} ${type.name}`.toLowerCase().includes(wanted))
    .toSorted((one, other) => one.displayName.localeCompare(other.displayName));
  return (
    <Dialog title={t('types.title')} isOpen onClose={onClose} width={WIDTH}>
      <div className="credential-form">
        <SearchField label={t('types.search')} value={search} onChange={setSearch} autoFocus />
        {found === undefined ? <Waiting /> : null}
        {found?.length === 0 ? <p className="credential-nothing">{t('types.nothing', { search })}</p> : null}
        <ul className="credential-types">
          {found?.map(({ name, displayName }) => (
            <li key={name}>
              <button type="button" className="credential-type" onClick={() => onChoose(name)}>
                {displayName}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

/** OAuth credentials cannot be connected yet. */
const needsConnecting = ({ properties }: CredentialType): boolean => properties.some(({ name }) => name === 'accessTokenUrl');

interface EditDialogProps {
  /** Undefined for a new credential. */
  readonly id: string | undefined;
  readonly type: CredentialType;
  readonly name: string;
  readonly data: CredentialValues;
  readonly onClose: () => void;
}

function EditDialog({ id: savedId, type, name: startName, data, onClose }: EditDialogProps): ReactNode {
  const { t } = useTranslation('credentials');
  const dispatch = useAppDispatch();
  const confirm = useConfirm();
  const formId = useId();
  const [id, setId] = useState(savedId);
  const [name, setName] = useState(startName);
  const [values, setValues] = useState(() => withDefaults(type, data));
  const [isChanged, setIsChanged] = useState(savedId === undefined);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [create, creating] = credentialsApi.useCreateCredentialMutation();
  const [update, updating] = credentialsApi.useUpdateCredentialMutation();
  const [test, { data: result, isLoading: isTesting, reset }] = credentialsApi.useTestCredentialMutation();
  const isBusy = creating.isLoading || updating.isLoading || isTesting;
  const change = (next: CredentialValues): void => {
    setValues(next);
    setIsChanged(true);
    reset();
  };
  const runTest = (credentialId: string): void =>
    void test({ body: { credentials: { id: credentialId, type: type.name, data: { ...values } } } });
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsSubmitted(true);
    if (missingFields(type, values).length > 0 || name.trim() === '') return;
    const body = { name, data: { ...values } };
    const { data: saved, error } =
      id === undefined ? await create({ body: { ...body, type: type.name } }) : await update({ params: { id }, body });
    if (saved === undefined) return void dispatch(failureToast(t('saveFailed'), error));
    setId(saved.id);
    setIsChanged(false);
    const isExpression = Object.values(values).some((value) => typeof value === 'string' && value.startsWith('='));
    if (type.isTestable && !isExpression) return runTest(saved.id);
    dispatch(toastShown({ kind: 'success', title: t('saved', { name: saved.name }) }));
    onClose();
  };
  const close = async (): Promise<void> => {
    const isDone = !isChanged || (id === undefined && !Object.values(values).some((value) => value === STORED_SECRET) && isUntouched());
    if (isDone || (await confirm({ title: t('discardTitle'), text: t('discardText'), confirmLabel: t('discard'), isDangerous: true })))
      onClose();
  };
  const isUntouched = (): boolean => JSON.stringify(values) === JSON.stringify(withDefaults(type, data)) && name === startName;
  return (
    <Dialog
      title={t('editTitle', { type: type.displayName })}
      isOpen
      isBusy={isBusy}
      onClose={() => void close()}
      width={WIDTH}
      footer={
        <>
          {id === undefined ? null : <DeleteButton id={id} name={name} onDone={onClose} />}
          {type.isTestable && id !== undefined && !isChanged ? (
            <Button disabled={isBusy} onClick={() => runTest(id)}>
              {t('test')}
            </Button>
          ) : null}
          <Button type="submit" form={formId} kind="primary" disabled={isBusy || !isChanged}>
            {isChanged ? t('save') : t('isSaved')}
          </Button>
        </>
      }
    >
      <form id={formId} className="credential-form" noValidate onSubmit={(event) => void save(event)}>
        <TestResult isTesting={isTesting} result={result} />
        {isSubmitted && missingFields(type, values).length > 0 ? (
          <Notice kind="warning">{t('form.missing', { names: missingFields(type, values).join(', ') })}</Notice>
        ) : null}
        <TextField
          label={t('name')}
          value={name}
          maxLength={CREDENTIAL_NAME_LENGTH}
          error={name.trim() === '' ? t('form.required', { name: t('name') }) : undefined}
          onChange={(next) => {
            setName(next);
            setIsChanged(true);
          }}
        />
        <CredentialForm type={type} values={values} onChange={change} showsMissing={isSubmitted} />
        {type.documentationUrl === undefined ? null : <OutsideLink to={type.documentationUrl}>{t('documentation')}</OutsideLink>}
      </form>
    </Dialog>
  );
}

interface TestResultProps {
  readonly isTesting: boolean;
  readonly result: { readonly status: 'OK' | 'Error'; readonly message: string } | undefined;
}

function TestResult({ isTesting, result }: TestResultProps): ReactNode {
  const { t } = useTranslation('credentials');
  if (isTesting) return <Notice kind="info">{t('testing')}</Notice>;
  if (result === undefined) return null;
  if (result.status === 'OK') return <Notice kind="success">{t('tested')}</Notice>;
  return (
    <Notice kind="error" title={t('testFailed')}>
      {result.message}
    </Notice>
  );
}

function DeleteButton({ id, name, onDone }: { readonly id: string; readonly name: string; readonly onDone: () => void }): ReactNode {
  const { t } = useTranslation('credentials');
  const dispatch = useAppDispatch();
  const confirm = useConfirm();
  const [remove, { isLoading }] = credentialsApi.useRemoveCredentialMutation();
  const removeIt = async (): Promise<void> => {
    const question = { title: t('deleteTitle', { name }), text: t('deleteText'), confirmLabel: t('delete'), isDangerous: true };
    if (!(await confirm(question))) return;
    const { error } = await remove({ params: { id } });
    if (error !== undefined) return void dispatch(failureToast(t('deleteFailed'), error));
    dispatch(toastShown({ kind: 'success', title: t('deleted', { name }) }));
    onDone();
  };
  return (
    <Button kind="quiet" disabled={isLoading} onClick={() => void removeIt()}>
      {t('delete')}
    </Button>
  );
}
