// The dialog in which a credential is edited, tested, shared, saved and deleted.
import { Tabs } from '@base-ui/react/tabs';
import { Trash2 } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FakeDoor } from '../../../engine/contract/rest/editor.ts';
import type { CredentialView } from '../../../engine/contract/rest/credentials.ts';
import { credentialsApi, type CredentialType } from '../../api/credentials.ts';
import { editorApi } from '../../api/editor.ts';
import { useAppDispatch } from '../../state/store.ts';
import { toastShown } from '../../state/toasts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/floating/confirm.tsx';
import { Dialog } from '../../ui/floating/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { fakeDoorOf, FakeDoorPanel } from '../surveys/index.ts';
import { canTest, ConnectionTab, type TestState } from './connection-tab.tsx';
import { hasFaults, isConnected, needsAccount } from './credential-values.ts';
import { DetailsTab } from './details-tab.tsx';
import { InlineName } from './inline-name.tsx';
import { SharingTab } from './sharing-tab.tsx';
import { TypeTile } from './type-tile.tsx';
import { useCredentialDraft, type CredentialDraft } from './use-credential-draft.ts';
import { useDeleteCredential } from './use-delete-credential.ts';

export interface EditDialogProps {
  readonly type: CredentialType;
  /** Undefined for a new credential. */
  readonly opened: CredentialView | undefined;
  readonly startName: string;
  readonly onClose: () => void;
}

type TabName = 'connection' | 'sharing' | 'details';

export function EditDialog({ type, opened, startName, onClose }: EditDialogProps): ReactNode {
  const { t } = useTranslation('credentials');
  const formId = useId();
  const { testing, runTest, forget } = useTest(type);
  const draft = useCredentialDraft(type, opened, startName, forget);
  const { tab, setTab, isSubmitted, isSaved, save, submit } = useSubmission(type, draft, runTest);
  const close = useClose(type, draft, onClose);
  const sharing = useSharingTab();
  return (
    <Dialog
      title={<Head type={type} draft={draft} />}
      isOpen
      onClose={() => void close()}
      width="max(70vw, min(640px, 100vw))"
      height="80vh"
      actions={
        <>
          <DeleteButton draft={draft} onDone={onClose} />
          {draft.permissions.save ? <SaveButton form={formId} isSaving={draft.isSaving} isSaved={isSaved} /> : null}
        </>
      }
    >
      <form id={formId} className="credential-edit" noValidate onSubmit={(event) => void submit(event)}>
        <Tabs.Root value={tab} orientation="vertical" className="credential-tabs" onValueChange={(next: TabName) => setTab(next)}>
          <Tabs.List className="credential-tab-list" aria-label={t('tabs.label')}>
            {(['connection', 'sharing', 'details'] as const)
              .filter((name) => name !== 'sharing' || sharing !== undefined)
              .map((name) => (
                <Tabs.Tab key={name} value={name} className="credential-tab">
                  {t(`tabs.${name}`)}
                </Tabs.Tab>
              ))}
          </Tabs.List>
          <Tabs.Panel value="connection" className="credential-panel" keepMounted tabIndex={-1}>
            <ConnectionTab
              type={type}
              draft={draft}
              showsFaults={isSubmitted}
              testing={testing}
              onTest={runTest}
              onSave={async () => (await save())?.id}
              onChange={(values) => {
                draft.change({ values });
                forget();
              }}
            />
          </Tabs.Panel>
          {sharing === undefined ? null : (
            <Tabs.Panel value="sharing" className="credential-panel" tabIndex={-1}>
              {sharing === 'on' ? <SharingTab draft={draft} onClose={close} /> : <FakeDoorPanel door={sharing} />}
            </Tabs.Panel>
          )}
          <Tabs.Panel value="details" className="credential-panel" tabIndex={-1}>
            <DetailsTab type={type} draft={draft} />
          </Tabs.Panel>
        </Tabs.Root>
      </form>
    </Dialog>
  );
}

/** What the tab for sharing contains: the users, the announcement where sharing is switched off, or nothing without one. */
function useSharingTab(): 'on' | FakeDoor | undefined {
  const { data: settings } = editorApi.useSettingsQuery();
  return settings?.enterprise?.sharing === false ? fakeDoorOf(settings, 'sharing', 'credentialsModal') : 'on';
}

/** The open tab, and saving, which is followed by a test. */
function useSubmission(type: CredentialType, draft: CredentialDraft, runTest: Test['runTest']) {
  const [tab, setTab] = useState<TabName>('connection');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const isSaved = draft.saved !== undefined && !draft.isChanged;
  /** Saves the credential and returns it; undefined if it could not be saved. */
  const save = async (): Promise<CredentialView | undefined> => {
    setIsSubmitted(true);
    if (draft.permissions.updateConnection && hasFaults(type, draft.values)) {
      setTab('connection');
      return undefined;
    }
    return draft.save();
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    // Events of forms inside the tabs would bubble here through portals.
    event.stopPropagation();
    // The button is never disabled, because it would lose the focus.
    if (draft.isSaving || isSaved) return;
    const saved = await save();
    if (saved !== undefined && canTest(type, draft)) runTest(saved.id);
  };
  return { tab, setTab, isSubmitted, isSaved, save, submit };
}

function Head({ type, draft }: { readonly type: CredentialType; readonly draft: CredentialDraft }): ReactNode {
  const { t } = useTranslation('credentials');
  const rename = useRename(type, draft);
  return (
    <span className="credential-head">
      <TypeTile type={type.name} displayName={type.displayName} />
      <span className="credential-head-text">
        <InlineName name={draft.name} isReadOnly={!draft.permissions.updateName} onChange={rename} />
        <span className="credential-head-type">{t('editTitle', { type: type.displayName })}</span>
      </span>
    </span>
  );
}

interface SaveButtonProps {
  readonly form: string;
  readonly isSaving: boolean;
  readonly isSaved: boolean;
}

function SaveButton({ form, isSaving, isSaved }: SaveButtonProps): ReactNode {
  const { t } = useTranslation('credentials');
  return (
    <Button type="submit" form={form} className="credential-save" kind={isSaved ? 'normal' : 'primary'} aria-disabled={isSaving || isSaved}>
      {isSaving ? t('saving') : isSaved ? t('isSaved') : t('save')}
    </Button>
  );
}

interface Test {
  readonly testing: TestState;
  readonly runTest: (id: string) => void;
  /** Drops the result because values have changed. */
  readonly forget: () => void;
}

/** Tests the credential in its saved form. */
function useTest(type: CredentialType): Test {
  const { t } = useTranslation('credentials');
  const [test, { data, error, isLoading, reset }] = credentialsApi.useTestCredentialMutation();
  const failure =
    error === undefined ? undefined : { status: 'Error' as const, message: (error as { message?: string }).message ?? t('testFailed') };
  return {
    testing: isLoading ? 'running' : (data ?? failure),
    runTest: (id) => void test({ body: { credentials: { id, type: type.name } } }),
    forget: reset,
  };
}

/**
 * Returns a function that closes the dialog, and resolves with whether it did. It asks first if changes would be lost, or if the account is not
 * connected. While the credential is being saved, it waits for the outcome.
 */
function useClose(type: CredentialType, draft: CredentialDraft, onClose: () => void): () => Promise<boolean> {
  const { t } = useTranslation('credentials');
  const confirm = useConfirm();
  const [isWaiting, setIsWaiting] = useState(false);
  const close = async (): Promise<boolean> => {
    const { isChanged, isSaving, saved, permissions, values } = draft;
    if (isSaving) {
      setIsWaiting(true);
      return false;
    }
    if (isChanged) {
      const question = { title: t('discardTitle'), text: t('discardText'), confirmLabel: t('discard'), isDangerous: true };
      if (!(await confirm(question))) return false;
    } else if (saved !== undefined && permissions.isOwner && needsAccount(type, values) && !isConnected(values)) {
      const question = { title: t('oauth.unconnectedTitle'), text: t('oauth.unconnectedText'), confirmLabel: t('oauth.close') };
      if (!(await confirm(question))) return false;
    }
    onClose();
    return true;
  };
  const closeNow = useEffectEvent(() => {
    setIsWaiting(false);
    void close();
  });
  useEffect(() => {
    if (isWaiting && !draft.isSaving) closeNow();
  }, [isWaiting, draft.isSaving]);
  return close;
}

/** Changes the name; an empty name is replaced by the default. */
function useRename(type: CredentialType, { change }: CredentialDraft): (name: string) => void {
  const { t } = useTranslation('credentials');
  const dispatch = useAppDispatch();
  return (name) => {
    if (name !== '') return change({ name });
    change({ name: t('untitled', { type: type.displayName }) });
    dispatch(toastShown({ kind: 'warning', title: t('nameEmpty') }));
  };
}

function DeleteButton({ draft, onDone }: { readonly draft: CredentialDraft; readonly onDone: () => void }): ReactNode {
  const { t } = useTranslation('credentials');
  const remove = useDeleteCredential();
  const { saved, permissions } = draft;
  if (saved === undefined || !permissions.delete) return null;
  return (
    <IconButton
      label={t('deleteThis')}
      onClick={() => void remove({ id: saved.id, name: saved.name }).then((isDeleted) => (isDeleted ? onDone() : undefined))}
    >
      <Icon of={Trash2} />
    </IconButton>
  );
}
