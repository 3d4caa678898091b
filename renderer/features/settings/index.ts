// Public interface of the settings.
import settings from '../../../locales/en/settings.json' with { type: 'json' };
import { addTexts } from '../../i18n/index.ts';

addTexts({ settings });

export { ApiPage } from './api-page.tsx';
export { BackUpModal, RestoreModal } from './backup-modals.tsx';
export { GeneralPage } from './general-page.tsx';
export { DeleteUserModal } from './delete-user-modal.tsx';
export { InviteModal } from './invite-modal.tsx';
export { ModelsPage } from './models-page.tsx';
export { MembersPage } from './members-page.tsx';
export { PasswordModal } from './password-modal.tsx';
export { PersonalPage } from './personal-page.tsx';
export { ThisComputerPage } from './this-computer-page.tsx';
export { UsagePage } from './usage-page.tsx';
export { UsersPage } from './users-page.tsx';
