// Public interface of the consents.
import consents from '../../../locales/en/consents.json' with { type: 'json' };
import { addTexts } from '../../i18n/index.ts';

addTexts({ consents });

export { ConsentDialog } from './consent-dialog.tsx';
export { ConsentsPage } from './consents-page.tsx';
