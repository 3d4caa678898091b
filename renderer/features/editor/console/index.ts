// Public interface of the console. It is loaded when the console is opened for the first time.
import consoleTexts from '../../../../locales/en/console.json' with { type: 'json' };
import { addTexts } from '../../../i18n/index.ts';

addTexts({ console: consoleTexts });

export { ConsolePanel } from './console-panel.tsx';
