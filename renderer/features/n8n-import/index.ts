// Public interface of the import of an n8n installation: its dialog.
import n8nImport from '../../../locales/en/n8nImport.json' with { type: 'json' };
import { addTexts } from '../../i18n/index.ts';

addTexts({ n8nImport });

export { ImportHomeModal } from './import-home-modal.tsx';
