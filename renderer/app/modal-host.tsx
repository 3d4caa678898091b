// Shows the dialogs that are open, the active one on top. Each comes with its own file when it is first opened.
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { useAppDispatch, useAppSelector } from '../state/store.ts';
import { modalClosed, selectModals, type OpenModal } from '../state/ui-slice.ts';

/** What a dialog of the stack is given. */
export interface ModalProps {
  readonly modal: OpenModal;
  readonly onClose: () => void;
}

type ModalComponent = ComponentType<ModalProps>;

const modals: ReadonlyMap<string, ModalComponent> = new Map([
  ['about', lazy(async () => ({ default: (await import('./about-modal.tsx')).AboutModal as ModalComponent }))],
  ['open-workflow', lazy(async () => ({ default: (await import('../features/workflows/index.ts')).OpenWorkflowModal as ModalComponent }))],
  ['tags', lazy(async () => ({ default: (await import('../features/workflows/index.ts')).TagsModal as ModalComponent }))],
  ['activation', lazy(async () => ({ default: (await import('../features/workflows/index.ts')).ActivationModal as ModalComponent }))],
  ['executions', lazy(async () => ({ default: (await import('../features/executions/index.ts')).ExecutionsModal as ModalComponent }))],
  ['invite-users', lazy(async () => ({ default: (await import('../features/settings/index.ts')).InviteModal as ModalComponent }))],
  ['delete-user', lazy(async () => ({ default: (await import('../features/settings/index.ts')).DeleteUserModal as ModalComponent }))],
  ['change-password', lazy(async () => ({ default: (await import('../features/settings/index.ts')).PasswordModal as ModalComponent }))],
]);

export function ModalHost(): ReactNode {
  const dispatch = useAppDispatch();
  return useAppSelector(selectModals).map((modal) => {
    const Modal = modals.get(modal.name);
    return Modal === undefined ? null : (
      <Suspense key={modal.name} fallback={null}>
        <Modal modal={modal} onClose={() => dispatch(modalClosed(modal.name))} />
      </Suspense>
    );
  });
}
