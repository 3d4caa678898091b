// The credential of a node: choosing it, handling results of the dialog opened for it, and repairing a broken reference.
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { WorkflowNode } from '../../../../../engine/contract/workflow.ts';
import { ownValue } from '../../../../../engine/workflow/values/own-properties.ts';
import { credentialsApi } from '../../../../api/credentials.ts';
import { startListening, useAppDispatch } from '../../../../state/store.ts';
import { modalOpened, selectModals } from '../../../../state/ui-slice.ts';
import { change } from '../../actions/change.ts';
import { useOpenNode } from '../../open-node/index.ts';
import { referenceOf, sameNamed, withoutCredential, withReplacedCredential, type NamedCredential } from './credential-reference.ts';

export interface CredentialChoice {
  readonly choose: (credential: NamedCredential) => void;
  /** Opens the dialog of a new credential, which is then chosen. */
  readonly create: () => void;
  readonly edit: (id: string) => void;
}

/** `usable`: the credentials of the type that the user may use; undefined until they are loaded. */
export function useCredentialChoice(type: string, usable: readonly NamedCredential[] | undefined): CredentialChoice {
  const { t } = useTranslation('params');
  const dispatch = useAppDispatch();
  const field = useId();
  const { node, editor } = useOpenNode();
  const choose = (credential: NamedCredential): void => {
    const ids = new Set([...(usable ?? []), credential].map(({ id }) => id));
    let replaced = 0;
    change(editor, 'credential', (file) => {
      const replacement = withReplacedCredential(file, node as WorkflowNode, type, credential, ids);
      replaced = replacement.otherCount;
      return replacement.file;
    });
    if (replaced > 0) {
      const message = t('credential.replaced', { name: credential.name, count: replaced });
      editor.ui.notify({ kind: 'success', title: t('credential.replacedTitle'), message });
    }
  };
  const forget = (id: string): void => {
    if (referenceOf(ownValue(node.credentials, type))?.id === id)
      change(editor, 'credential', (file) => withoutCredential(file, node as WorkflowNode, type));
  };
  useDialogResults(field, choose, forget);
  useRepair(type, usable);
  return {
    choose,
    create: () => void dispatch(modalOpened({ name: 'credential', type, field })),
    edit: (id) => void dispatch(modalOpened({ name: 'credential', activeId: id, field })),
  };
}

/** Handles credentials that are created or deleted in a dialog that this field has opened. */
function useDialogResults(field: string, onCreated: (credential: NamedCredential) => void, onDeleted: (id: string) => void): void {
  const latest = useRef({ onCreated, onDeleted });
  useEffect(() => {
    latest.current = { onCreated, onDeleted };
  });
  useEffect(() => {
    const { createCredential, removeCredential } = credentialsApi.endpoints;
    const isOurs = (state: Parameters<typeof selectModals>[0]): boolean =>
      selectModals(state).some((modal) => modal.name === 'credential' && modal.field === field);
    const stops = [
      startListening({
        matcher: createCredential.matchFulfilled,
        effect: ({ payload }, listener) => {
          if (isOurs(listener.getState())) latest.current.onCreated({ id: payload.id, name: payload.name });
        },
      }),
      startListening({
        matcher: removeCredential.matchFulfilled,
        effect: ({ meta }, listener) => {
          if (isOurs(listener.getState())) latest.current.onDeleted(meta.arg.originalArgs.params.id);
        },
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [field]);
}

/** Repairs a reference to a missing credential: if exactly one other credential has its name, the reference is replaced. */
function useRepair(type: string, usable: readonly NamedCredential[] | undefined): void {
  const { t } = useTranslation('params');
  const { node, editor, isReadOnly } = useOpenNode();
  const reference = referenceOf(ownValue(node.credentials, type));
  const namesake = isReadOnly || usable === undefined ? undefined : sameNamed(reference, usable);
  const repaired = useRef<string>(undefined);
  useEffect(() => {
    // After the user has undone the repair, it is not repeated.
    if (namesake === undefined || usable === undefined || repaired.current === node.id) return;
    repaired.current = node.id;
    const ids = new Set(usable.map(({ id }) => id));
    let count = 1;
    const isDone = change(editor, 'credential', (file) => {
      const replacement = withReplacedCredential(file, node as WorkflowNode, type, namesake, ids);
      count = replacement.otherCount + 1;
      return replacement.file;
    });
    if (!isDone) return;
    const message = t('credential.repaired', { name: namesake.name, count });
    editor.ui.notify({ kind: 'success', title: t('credential.replacedTitle'), message });
  }, [namesake, usable, node, editor, type, t]);
}
