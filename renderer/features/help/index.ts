// Public interface of the help: its pages, and the documentation of a node beside the editor.
import help from '../../../locales/en/help.json' with { type: 'json' };
import { addTexts } from '../../i18n/index.ts';

addTexts({ help });

export { HelpPage } from './help-page.tsx';
export { NodeDocs } from './node-docs.tsx';
export { NodeHelpPage } from './node-help-page.tsx';
