// The dialog of a credential: chooses the type of a new one, or loads a saved one.
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { credentialsApi, useCredentialTypes } from '../../api/credentials.ts';
import { useAppDispatch } from '../../state/store.ts';
import { failureToast } from '../../state/toasts.ts';
import type { OpenModal } from '../../state/ui-slice.ts';
import { Dialog } from '../../ui/floating/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Waiting } from '../../ui/page.tsx';
import { isNamedAfterType } from './credential-values.ts';
import { EditDialog } from './edit-dialog.tsx';
import { TypeDialog } from './type-dialog.tsx';
import './credentials.css';

interface CredentialModalProps {
  readonly modal: OpenModal<'credential'>;
  readonly onClose: () => void;
}

export function CredentialModal({ modal, onClose }: CredentialModalProps): ReactNode {
  const types = useCredentialTypes();
  const [chosen, setChosen] = useState(modal.type);
  if (modal.activeId !== undefined) return <SavedCredential key={modal.activeId} id={modal.activeId} onClose={onClose} />;
  if (chosen === undefined) return <TypeDialog types={types} onChoose={setChosen} onClose={onClose} />;
  return <NewCredential typeName={chosen} onClose={onClose} />;
}

function SavedCredential({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation('credentials');
  const dispatch = useAppDispatch();
  const types = useCredentialTypes();
  const { data: saved, error } = credentialsApi.useGetCredentialQuery(id);
  // The dialog reads the credential again while it is open. If that fails, what was entered stays.
  const [opened, setOpened] = useState(saved);
  if (opened === undefined && saved !== undefined) setOpened(saved);
  const failure = opened === undefined ? error : undefined;
  useEffect(() => {
    if (failure === undefined) return;
    dispatch(failureToast(t('loadFailed'), failure));
    onClose();
  }, [failure, dispatch, t, onClose]);
  if (opened === undefined || types === undefined) return <WaitingDialog onClose={onClose} />;
  const type = types.find(({ name }) => name === opened.type);
  if (type === undefined) return <UnknownType name={opened.type} onClose={onClose} />;
  return <EditDialog type={type} opened={opened} startName={opened.name} onClose={onClose} />;
}

function NewCredential({ typeName, onClose }: { readonly typeName: string; readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation('credentials');
  const types = useCredentialTypes();
  const type = types?.find(({ name }) => name === typeName);
  const suggestedName = type === undefined || !isNamedAfterType(typeName) ? '' : t('newName', { type: type.displayName });
  const { data: fresh, error } = credentialsApi.useNewCredentialNameQuery(suggestedName, { skip: type === undefined });
  if (types !== undefined && type === undefined) return <UnknownType name={typeName} onClose={onClose} />;
  const name = error === undefined ? fresh?.name : t('unnamed');
  if (type === undefined || name === undefined) return <WaitingDialog onClose={onClose} />;
  return <EditDialog type={type} opened={undefined} startName={name} onClose={onClose} />;
}

function WaitingDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation('credentials');
  return (
    <Dialog title={t('title')} isOpen onClose={onClose}>
      <Waiting />
    </Dialog>
  );
}

function UnknownType({ name, onClose }: { readonly name: string; readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation('credentials');
  return (
    <Dialog title={t('title')} isOpen onClose={onClose}>
      <Notice kind="error">{t('unknownType', { type: name })}</Notice>
    </Dialog>
  );
}
