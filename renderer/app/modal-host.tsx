// Renders the open dialogs, the active one on top. Each is loaded when first opened.
import { lazy, Suspense, useDeferredValue, type ComponentType, type ReactNode } from 'react';
import { ContactModal, OnboardingModal, SurveyModal, UpdatesDrawer, ValueSurvey } from '../features/surveys/index.ts';
import { useAppDispatch, useAppSelector } from '../state/store.ts';
import { modalClosed, selectModals, type ModalName, type OpenModal } from '../state/ui-slice.ts';

interface ModalProps<N extends ModalName> {
  readonly modal: OpenModal<N>;
  readonly onClose: () => void;
}

type Components = { readonly [N in ModalName]: ComponentType<ModalProps<N>> };

const modals: Components = {
  about: lazy(async () => ({ default: (await import('./about-modal.tsx')).AboutModal })),
  activation: lazy(async () => ({ default: (await import('../features/workflows/activation-modal.tsx')).ActivationModal })),
  'back-up': lazy(async () => ({ default: (await import('../features/settings/index.ts')).BackUpModal })),
  'change-package': lazy(async () => ({ default: (await import('../features/packages/index.ts')).ChangePackageModal })),
  'change-password': lazy(async () => ({ default: (await import('../features/settings/index.ts')).PasswordModal })),
  'contact-prompt': ContactModal,
  credential: lazy(async () => ({ default: (await import('../features/credentials/index.ts')).CredentialModal })),
  'delete-user': lazy(async () => ({ default: (await import('../features/settings/index.ts')).DeleteUserModal })),
  'duplicate-workflow': lazy(async () => ({ default: (await import('../features/workflows/duplicate-modal.tsx')).DuplicateModal })),
  executions: lazy(async () => ({ default: (await import('../features/executions/executions-modal.tsx')).ExecutionsModal })),
  'export-credentials': lazy(async () => ({ default: (await import('../features/vault/export-modal.tsx')).ExportModal })),
  folder: lazy(async () => ({ default: (await import('../features/workflows/folders/folder-modal.tsx')).FolderModal })),
  'import-credentials': lazy(async () => ({ default: (await import('../features/vault/import-modal.tsx')).ImportModal })),
  'import-n8n-home': lazy(async () => ({ default: (await import('../features/n8n-import/index.ts')).ImportHomeModal })),
  'install-package': lazy(async () => ({ default: (await import('../features/packages/index.ts')).InstallPackageModal })),
  'invite-users': lazy(async () => ({ default: (await import('../features/settings/index.ts')).InviteModal })),
  'move-to-folder': lazy(async () => ({ default: (await import('../features/workflows/folders/move-modal.tsx')).MoveModal })),
  'onboarding-call': OnboardingModal,
  'open-workflow': lazy(async () => ({ default: (await import('../features/workflows/open-workflow-modal.tsx')).OpenWorkflowModal })),
  'recovery-key': lazy(async () => ({ default: (await import('../features/vault/recovery-key-modal.tsx')).RecoveryKeyModal })),
  'restore-backup': lazy(async () => ({ default: (await import('../features/settings/index.ts')).RestoreModal })),
  survey: SurveyModal,
  'tag-workflows': lazy(async () => ({ default: (await import('../features/workflows/tag-workflows-modal.tsx')).TagWorkflowsModal })),
  tags: lazy(async () => ({ default: (await import('../features/workflows/tags-modal.tsx')).TagsModal })),
  updates: UpdatesDrawer,
  'value-survey': ValueSurvey,
  vault: lazy(async () => ({ default: (await import('../features/vault/vault-modal.tsx')).VaultModal })),
  'workflow-settings': lazy(async () => ({ default: (await import('../features/workflows/settings-modal.tsx')).SettingsModal })),
};

export function ModalHost(): ReactNode {
  const dispatch = useAppDispatch();
  const open = useAppSelector(selectModals);
  // A newly opened dialog is rendered once its file is loaded, because a fallback would stay for at least 300 ms. A closed dialog is removed
  // immediately.
  const ready = useDeferredValue(open);
  return (
    <Suspense fallback={null}>
      {open
        .filter(({ name }) => ready.some((each) => each.name === name))
        .map((modal) => {
          // Each component takes the props of its own dialog, which TypeScript cannot infer from the union.
          const Modal = modals[modal.name] as ComponentType<ModalProps<ModalName>>;
          return <Modal key={modal.name} modal={modal} onClose={() => dispatch(modalClosed(modal.name))} />;
        })}
    </Suspense>
  );
}
