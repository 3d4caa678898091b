// Public interface of credentials: the list page and the dialog.
import credentials from '../../../locales/en/credentials.json' with { type: 'json' };
import { addTexts } from '../../i18n/index.ts';

addTexts({ credentials });

export { CredentialModal } from './credential-modal.tsx';
export { CredentialsPage } from './credentials-page.tsx';
