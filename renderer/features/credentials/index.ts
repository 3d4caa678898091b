// Public interface of credentials: the list page and the dialog.
export { CredentialModal } from './credential-modal.tsx';
export { CredentialsPage } from './credentials-page.tsx';
